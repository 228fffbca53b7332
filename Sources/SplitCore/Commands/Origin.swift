/// What a sender may do.
public enum Role: String, CaseIterable, Comparable, Sendable {
    case spectator, runner, timer, control, owner

    private var order: Int {
        switch self {
        case .spectator: 0
        case .runner: 1
        case .timer: 2
        case .control: 3
        case .owner: 4
        }
    }

    public static func < (left: Role, right: Role) -> Bool { left.order < right.order }
}

/// Who sent a command, and when it came in.
public struct Origin: Hashable, Sendable {
    public var command: CommandID
    public var role: Role
    public var device: DeviceID?
    public var receivedAt: Timestamp
    /// Why, in the sender's words.
    public var reason: String?

    public init(
        command: CommandID, role: Role, device: DeviceID?, receivedAt: Timestamp,
        reason: String? = nil
    ) {
        self.command = command
        self.role = role
        self.device = device
        self.receivedAt = receivedAt
        self.reason = reason
    }
}

/// An event at its place in the track's log.
public struct LoggedEvent: Hashable, Sendable {
    /// From 1, without gaps.
    public var seq: Int64
    public var origin: Origin
    public var event: Event

    public init(seq: Int64, origin: Origin, event: Event) {
        self.seq = seq
        self.origin = origin
        self.event = event
    }
}
