@testable import Journal

/// Keeps what completions and states tell, in their order, and waits for them.
final class Recorder<Value: Sendable>: Sendable {
    private let values = Monitor<[Value]>([])

    func record(_ value: Value) {
        values.update { $0.append(value) }
    }

    var all: [Value] { values.read { $0 } }

    /// Waits until there are as many; answers all there are then.
    @discardableResult
    func wait(for count: Int) -> [Value] {
        values.wait { $0.count >= count ? $0 : nil }
    }

    /// Waits for the first value that meets the condition.
    @discardableResult
    func first(where condition: (Value) -> Bool) -> Value {
        values.wait { $0.first(where: condition) }
    }
}

extension Journal {
    /// Appends and waits for the answer.
    func write(_ transaction: Transaction) throws {
        let answer = Recorder<Result<Void, JournalError>>()
        append(transaction) { answer.record($0) }
        try answer.wait(for: 1)[0].get()
    }
}

extension Reader {
    /// Asks and waits for the answer.
    func ask<Value: Sendable>(
        _ query: @escaping @Sendable (History) throws(JournalError) -> Value
    ) throws -> Value {
        let answer = Recorder<Result<Value, JournalError>>()
        read(query) { answer.record($0) }
        return try answer.wait(for: 1)[0].get()
    }
}
