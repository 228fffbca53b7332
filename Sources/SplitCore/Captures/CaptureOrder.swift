// Two captures can come in under one id, from two devices say. Which of them counts must not depend
// on which came first, so captures of a kind have a total order, and the first in it counts.

extension RunCapture {
    /// The earlier capture of a start counts; what else could differ only makes the order total.
    func precedes(_ other: RunCapture) -> Bool {
        key < other.key
    }

    private var key: [String] {
        let origin =
            switch origin {
            case .at(let at, let uncertainty):
                [at.microseconds.sortable, uncertainty.microseconds.sortable, ""]
            case .start(let start): ["", "", start.text]
            }
        return origin + [
            runner.text, number.sortable, session?.text ?? "", String(revision ?? 0),
            device?.text ?? "",
        ]
    }
}

extension StartCapture {
    func precedes(_ other: StartCapture) -> Bool {
        key < other.key
    }

    private var key: [String] {
        [at.microseconds.sortable, session.text, uncertainty.microseconds.sortable]
            + [device?.text ?? ""]
    }
}

extension SplitCapture {
    func precedes(_ other: SplitCapture) -> Bool {
        key < other.key
    }

    private var key: [String] {
        let subject =
            switch subject {
            case nil: ["", ""]
            case .run(let run): ["run", run.text]
            case .runner(let runner): ["runner", runner.text]
            case .number(let number): ["number", number]
            case .transponder(let transponder): ["transponder", transponder]
            }
        let whole = uncertainty + method.uncertainty
        return [at.microseconds.sortable, whole.microseconds.sortable] + subject + [
            checkpoint?.text ?? "", device?.text ?? "", method.rawValue,
            reading.map(\.sortable) ?? "",
        ]
    }
}

extension FinishCapture: Comparable {
    public static func < (left: FinishCapture, right: FinishCapture) -> Bool {
        if left.at != right.at { return left.at < right.at }
        return (left.id.text, left.device?.text ?? "") < (right.id.text, right.device?.text ?? "")
    }
}

extension [String] {
    fileprivate static func < (left: [String], right: [String]) -> Bool {
        left.lexicographicallyPrecedes(right)
    }
}

extension String? {
    /// No text goes before an empty one.
    fileprivate var sortable: String { map { "=" + $0 } ?? "" }
}

extension Int64 {
    /// Digits that sort as the number does.
    fileprivate var sortable: String {
        let digits = String(UInt64(bitPattern: self) ^ (1 << 63), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
