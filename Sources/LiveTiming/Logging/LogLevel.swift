/// How much a record of the log matters, the least first.
enum LogLevel: String, CaseIterable, Comparable, Sendable {
    case debug, info, warning, error

    static func < (one: Self, other: Self) -> Bool { one.rank < other.rank }

    private var rank: Int {
        switch self {
        case .debug: 0
        case .info: 1
        case .warning: 2
        case .error: 3
        }
    }
}
