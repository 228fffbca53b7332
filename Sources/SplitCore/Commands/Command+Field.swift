extension Command {
    /// The name that the command has on the wire.
    public var name: String {
        switch self {
        case .createTrack: "createTrack"
        case .editTrack: "editTrack"
        case .createSession: "createSession"
        case .editSession: "editSession"
        case .closeSession: "closeSession"
        case .enterRunner: "enterRunner"
        case .withdrawRunner: "withdrawRunner"
        case .createStart: "createStart"
        case .moveStart: "moveStart"
        case .startRun: "startRun"
        case .recordSplit: "recordSplit"
        case .finishRun: "finishRun"
        case .reopenRun: "reopenRun"
        case .setStatus: "setStatus"
        case .editRun: "editRun"
        case .voidRun: "voidRun"
        case .restoreRun: "restoreRun"
        case .acceptSplit: "acceptSplit"
        case .assignSplit: "assignSplit"
        case .voidSplit: "voidSplit"
        case .restoreSplit: "restoreSplit"
        case .moveSplit: "moveSplit"
        case .shiftCaptures: "shiftCaptures"
        case .skipCheckpoint: "skipCheckpoint"
        case .restoreCheckpoint: "restoreCheckpoint"
        }
    }

    /// The instant that the command speaks of.
    var instant: Timestamp? {
        switch self {
        case .closeSession(_, let at), .createStart(_, _, let at, _), .moveStart(_, let at, _),
            .finishRun(_, let at), .moveSplit(_, let at):
            at
        case .recordSplit(let capture): capture.at
        case .startRun(_, let start): start.origin.instant
        case .editRun(_, let edit): edit.origin?.instant
        case .editSession(_, let edit): edit.flag?.at
        default: nil
        }
    }

    /// Whether it changes by which rules the results of a session follow; a name is none.
    var changesRules: Bool {
        if case .editSession(_, let edit) = self {
            edit != SessionEdit(name: edit.name)
        } else {
            false
        }
    }

    /// Whether it is a capture, which is taken on a known track whatever it is of.
    public var isCapture: Bool {
        switch self {
        case .createStart, .startRun, .recordSplit, .finishRun: true
        default: false
        }
    }

    /// Whether it changes what was captured before.
    public var isCorrection: Bool {
        if case .shiftCaptures = self { return true }
        return correctedRun != nil || correctedSplit != nil
    }

    /// The run that a correction is about.
    public var correctedRun: RunID? {
        switch self {
        case .reopenRun(let run), .setStatus(let run, _), .editRun(let run, _), .voidRun(let run),
            .restoreRun(let run), .skipCheckpoint(let run, _, _),
            .restoreCheckpoint(let run, _, _):
            run
        default: nil
        }
    }

    /// The split that a correction is about.
    public var correctedSplit: CaptureID? {
        switch self {
        case .acceptSplit(let split), .assignSplit(let split, _), .voidSplit(let split),
            .restoreSplit(let split), .moveSplit(let split, _):
            split
        default: nil
        }
    }
}

extension RunOrigin {
    var instant: Timestamp? {
        switch self {
        case .at(let at, uncertainty: _): at
        case .start: nil
        }
    }

    /// The start that the run shares with others.
    var start: StartID? {
        switch self {
        case .at: nil
        case .start(let start): start
        }
    }
}
