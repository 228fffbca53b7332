import SplitCore

extension CommandMessage {
    init(_ type: CommandType, _ object: JSON.Object, from fields: inout Fields) throws(WireError) {
        let commandID: CommandID = try fields.required("commandId").identifier()
        let track: TrackID? =
            type == .registerRunner ? nil : try fields.required("track").identifier()
        let body = try CommandBody(type, from: &fields)
        let reason = try fields.optional("reason")?.reason()
        self.init(
            commandID: commandID, track: track, reason: reason, body: body,
            ignored: fields.ignored, digest: CommandDigest(of: object))
    }
}

extension Field {
    /// Nil where nothing but white space stands there.
    fileprivate func reason() throws(WireError) -> String? {
        let text = try label(of: 0...FieldLimits.reason.upperBound)
        return text.isEmpty ? nil : text
    }
}

extension CommandBody {
    fileprivate init(_ type: CommandType, from fields: inout Fields) throws(WireError) {
        switch type {
        case .registerRunner: self = .registerRunner(try Runner(from: &fields))
        case .startRun: self = try Self.startRun(from: &fields)
        default: self = .track(try Command(type, from: &fields))
        }
    }

    /// Of a runner, or of a name that the registry looks up.
    private static func startRun(from fields: inout Fields) throws(WireError) -> CommandBody {
        let run: RunID = try fields.required("run").identifier()
        let (key, field) = try fields.exactlyOne(of: ["runner", "runnerName"])
        guard key == "runnerName" else {
            return .track(.startRun(run, try StartRun(from: &fields)))
        }
        return .startRunByName(
            run,
            NamedStart(
                runnerName: try field.label(of: FieldLimits.name),
                number: try fields.optional("number")?.label(of: FieldLimits.number),
                session: try fields.optional("session")?.identifier(),
                origin: try RunOrigin(from: &fields),
                revision: try fields.optional("revision")?.count(in: FieldLimits.revision)))
    }
}

extension Command {
    fileprivate init(_ type: CommandType, from fields: inout Fields) throws(WireError) {
        switch type {
        case .createTrack, .editTrack, .createSession, .editSession, .closeSession, .enterRunner,
            .withdrawRunner, .createStart, .moveStart:
            try self.init(preparing: type, from: &fields)
        case .startRun, .finishRun, .reopenRun, .setStatus, .editRun, .voidRun, .restoreRun:
            try self.init(ofRun: type, from: &fields)
        case .recordSplit, .acceptSplit, .assignSplit, .voidSplit, .restoreSplit, .moveSplit,
            .skipCheckpoint, .restoreCheckpoint:
            try self.init(ofSplit: type, from: &fields)
        case .shiftCaptures: self = .shiftCaptures(try ClockShift(from: &fields))
        case .registerRunner:
            preconditionFailure("the registry decides it, not a track")
        }
    }

    /// What is done before anyone runs, and to a session as a whole.
    private init(preparing type: CommandType, from fields: inout Fields) throws(WireError) {
        switch type {
        case .createTrack: self = .createTrack(try TrackDefinition(from: &fields))
        case .editTrack: self = .editTrack(try TrackEdit(from: &fields))
        case .createSession:
            self = .createSession(
                try fields.required("session").identifier(), try SessionDraft(from: &fields))
        case .editSession:
            self = .editSession(
                try fields.required("session").identifier(), try SessionEdit(from: &fields))
        case .closeSession:
            self = .closeSession(
                try fields.required("session").identifier(),
                at: try fields.required("at").instant())
        case .enterRunner: self = .enterRunner(try Entry(from: &fields))
        case .withdrawRunner:
            self = .withdrawRunner(
                try fields.required("runner").identifier(),
                session: try fields.optional("session")?.identifier())
        case .createStart:
            self = .createStart(
                try fields.required("start").identifier(),
                session: try fields.required("session").identifier(),
                at: try fields.required("at").instant(),
                uncertainty: try fields.uncertainty())
        case .moveStart:
            let start: StartID = try fields.required("start").identifier()
            // A start keeps its session; that the sender repeats it is no mistake.
            let _: SessionID? = try fields.optional("session")?.identifier()
            self = .moveStart(
                start, at: try fields.required("at").instant(),
                uncertainty: try fields.uncertainty())
        default: preconditionFailure("\(type) prepares nothing")
        }
    }

    private init(ofRun type: CommandType, from fields: inout Fields) throws(WireError) {
        let run: RunID = try fields.required("run").identifier()
        switch type {
        case .startRun: self = .startRun(run, try StartRun(from: &fields))
        case .finishRun: self = .finishRun(run, at: try fields.required("at").instant())
        case .reopenRun: self = .reopenRun(run)
        case .setStatus:
            self = .setStatus(run, try fields.required("status").choice(of: Status.settable))
        case .editRun: self = .editRun(run, try RunEdit(from: &fields))
        case .voidRun: self = .voidRun(run)
        case .restoreRun: self = .restoreRun(run)
        default: preconditionFailure("\(type) is of no run")
        }
    }

    private init(ofSplit type: CommandType, from fields: inout Fields) throws(WireError) {
        if type == .recordSplit {
            self = .recordSplit(try SplitCapture(from: &fields))
            return
        }
        if type == .skipCheckpoint || type == .restoreCheckpoint {
            let run: RunID = try fields.required("run").identifier()
            let checkpoint: CheckpointID = try fields.required("checkpoint").identifier()
            let lap = try fields.optional("lap")?.count(in: FieldLimits.lap)
            self =
                type == .skipCheckpoint
                ? .skipCheckpoint(run, checkpoint, lap: lap)
                : .restoreCheckpoint(run, checkpoint, lap: lap)
            return
        }
        let split: CaptureID = try fields.required("split").identifier()
        switch type {
        case .acceptSplit: self = .acceptSplit(split)
        case .assignSplit: self = .assignSplit(split, try Assignment(from: &fields))
        case .voidSplit: self = .voidSplit(split)
        case .restoreSplit: self = .restoreSplit(split)
        case .moveSplit: self = .moveSplit(split, at: try fields.required("at").instant())
        default: preconditionFailure("\(type) is of no split")
        }
    }
}

extension Fields {
    fileprivate mutating func uncertainty() throws(WireError) -> TimeSpan {
        try required("uncertainty").span(in: FieldLimits.uncertainty)
    }
}
