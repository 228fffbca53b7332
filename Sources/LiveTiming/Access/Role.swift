/// What a connection may do, the least first. Each role may do all that those before it may.
enum Role: String, CaseIterable, Comparable, Sendable {
    /// Watch. Needs no token.
    case spectator
    /// Time: send captures, and put right its own.
    case timer
    /// Everything on every track.
    case control

    static func < (one: Self, other: Self) -> Bool { one.rank < other.rank }

    /// The roles that need a token.
    static let withToken: [Role] = [.timer, .control]

    private var rank: Int {
        switch self {
        case .spectator: 0
        case .timer: 1
        case .control: 2
        }
    }
}
