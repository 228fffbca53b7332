/// What a role may ask for. It is checked on every command, whatever page or program sent it.
enum Permission {
    case everyone
    /// Only for what the sender's own device did.
    case ownDevice
    case nobody

    init(_ role: Role, for command: Command) {
        switch role {
        case .owner, .control: self = .everyone
        case .timer: self = Self.ofTimer(command)
        case .runner, .spectator: self = .nobody
        }
    }

    private static func ofTimer(_ command: Command) -> Permission {
        switch command {
        case .createTrack, .enterRunner, .createStart, .startRun, .recordSplit, .finishRun:
            .everyone
        case .acceptSplit, .assignSplit, .moveSplit, .voidSplit, .restoreSplit, .shiftCaptures,
            .skipCheckpoint, .restoreCheckpoint, .voidRun, .reopenRun:
            .ownDevice
        case .editTrack, .createSession, .editSession, .closeSession, .withdrawRunner, .moveStart,
            .setStatus, .editRun, .restoreRun:
            .nobody
        }
    }
}

extension Role {
    /// Whether this role may send such a command at all, for its own device's captures at least.
    public func may(_ command: Command) -> Bool {
        switch Permission(self, for: command) {
        case .nobody: false
        case .everyone, .ownDevice: true
        }
    }

    /// Whether this role may add runners to the registry.
    public var mayRegisterRunners: Bool { self >= .timer }
}
