import Glibc

/// The reader's thread and its queue.
final class ReadWorker: @unchecked Sendable {
    // Unchecked: `history` belongs to the reader's thread once it runs (before that, to the thread
    // that made this object); all else is in `shared`.

    typealias Query = @Sendable (History) -> Void

    private struct Shared {
        var queries: ArraySlice<Query> = []
        var isStopped = false
        var isFinished = false
        var thread: pthread_t?
    }

    private enum Step {
        case answer(Query)
        case finish
    }

    private let shared = Monitor(Shared())
    private var history: History?

    init(_ history: History) {
        self.history = history
    }

    var waiting: Int { shared.read { $0.queries.count } }

    /// False after `stop`; then the query was not taken.
    func append(_ query: @escaping Query) -> Bool {
        shared.update { shared in
            guard !shared.isStopped else { return false }
            shared.queries.append(query)
            return true
        }
    }

    func stop() {
        shared.update { $0.isStopped = true }
    }

    func waitUntilFinished() {
        let isReader = shared.read { shared in
            shared.thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false
        }
        if isReader { return }
        shared.wait { $0.isFinished ? () : nil }
    }

    /// The body of the thread: until stopped and drained.
    func run() {
        shared.update { $0.thread = pthread_self() }
        serve()
        // The file is closed before anyone hears of it. Nobody else refers to it: `serve` has
        // returned.
        history = nil
        shared.update { $0.isFinished = true }
    }

    private func serve() {
        guard let history else { preconditionFailure("A reader runs once.") }
        while true {
            switch shared.wait({ Self.next(&$0) }) {
            case .answer(let query): query(history)
            case .finish: return
            }
        }
    }

    private static func next(_ shared: inout Shared) -> Step? {
        if let query = shared.queries.popFirst() { return .answer(query) }
        return shared.isStopped ? .finish : nil
    }
}
