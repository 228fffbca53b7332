public import SplitCore

extension CommandMessage {
    /// Writes the command as a client sends it. Reading it back gives an equal message, but for the
    /// digest of one that was read: that is of the fields as they were sent.
    public func write(to writer: inout JSONWriter) {
        Self.write(commandID, track, reason, body, to: &writer)
    }

    static func write(
        _ commandID: CommandID, _ track: TrackID?, _ reason: String?, _ body: CommandBody,
        to writer: inout JSONWriter
    ) {
        writer.beginObject()
        writer.field("type", body.type.rawValue)
        writer.field("commandId", commandID)
        writer.field("track", ifAny: track)
        switch body {
        case .track(let command): writer.fields(of: command)
        case .startRunByName(let run, let start):
            writer.field("run", run)
            writer.field("runnerName", start.runnerName)
            writer.startFields(
                number: start.number, session: start.session, origin: start.origin,
                revision: start.revision)
        case .registerRunner(let runner): writer.fields(of: runner)
        }
        writer.field("reason", ifAny: reason)
        writer.endObject()
    }
}

extension CommandBody {
    /// The `type` that the command has on the wire.
    public var type: CommandType {
        switch self {
        case .track(let command): command.type
        case .startRunByName: .startRun
        case .registerRunner: .registerRunner
        }
    }
}

extension Command {
    /// The `type` that the command has on the wire.
    public var type: CommandType {
        guard let type = CommandType(rawValue: name) else {
            preconditionFailure("every command has a type that is called as it is")
        }
        return type
    }
}

extension JSONWriter {
    fileprivate mutating func fields(of command: Command) {
        switch command {
        case .createTrack(let definition): fields(of: TrackEdit(definition))
        case .editTrack(let edit): fields(of: edit)
        case .createSession(let session, let draft):
            field("session", session)
            fields(of: SessionEdit(draft))
        case .editSession(let session, let edit):
            field("session", session)
            fields(of: edit)
        case .closeSession(let session, let at):
            field("session", session)
            field("at", at)
        case .enterRunner(let entry): fields(of: entry)
        case .withdrawRunner(let runner, let session):
            field("runner", runner)
            field("session", ifAny: session)
        case .createStart(let start, let session, let at, let uncertainty):
            field("start", start)
            field("session", session)
            field("at", at)
            field("uncertainty", uncertainty)
        case .moveStart(let start, let at, let uncertainty):
            field("start", start)
            field("at", at)
            field("uncertainty", uncertainty)
        case .startRun(let run, let start):
            field("run", run)
            field("runner", start.runner)
            startFields(
                number: start.number, session: start.session, origin: start.origin,
                revision: start.revision)
        case .recordSplit(let capture): fields(of: capture)
        case .finishRun(let run, let at):
            field("run", run)
            field("at", at)
        case .setStatus(let run, let status):
            field("run", run)
            field("status", status)
        case .editRun(let run, let edit):
            field("run", run)
            fields(of: edit)
        case .reopenRun(let run), .voidRun(let run), .restoreRun(let run):
            field("run", run)
        case .assignSplit(let split, let assignment):
            field("split", split)
            fields(of: assignment)
        case .moveSplit(let split, let at):
            field("split", split)
            field("at", at)
        case .shiftCaptures(let shift): fields(of: shift)
        case .acceptSplit(let split), .voidSplit(let split), .restoreSplit(let split):
            field("split", split)
        case .skipCheckpoint(let run, let checkpoint, let lap),
            .restoreCheckpoint(let run, let checkpoint, let lap):
            field("run", run)
            field("checkpoint", checkpoint)
            field("lap", ifAny: lap)
        }
    }
}
