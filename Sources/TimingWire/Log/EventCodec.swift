public import SplitCore

/// The events of a track's log, to and from the rows of the log. Decoding what was encoded gives the
/// same event, bit for bit; the fields are called as those of the commands.
public enum EventCodec {
    /// Of every type of event, until one needs another.
    public static let version = 1

    /// The row of an event, with the reason that was given for it.
    public static func encode(_ event: Event, reason: String? = nil) -> LogBody {
        var writer = JSONWriter(capacity: 256)
        writer.beginObject()
        writer.fields(of: event)
        writer.field("reason", ifAny: reason)
        writer.endObject()
        return LogBody(
            type: EventType(event).rawValue, version: version, body: writer.bytes)
    }

    public static func decode(
        _ row: LogBody
    ) throws(LogBodyError) -> (event: Event, reason: String?) {
        guard let type = EventType(rawValue: row.type) else { throw .unknownType(row.type) }
        var fields = try row.fields(version: version)
        do throws(WireError) {
            let event = try Event(type, from: &fields)
            return (event, try fields.optional("reason")?.string())
        } catch {
            throw .field(error)
        }
    }
}

extension JSONWriter {
    fileprivate mutating func fields(of event: Event) {
        switch event {
        case .trackCreated(let definition): fields(of: TrackEdit(definition))
        case .trackEdited(let edit, let at):
            fields(of: edit)
            field("at", at)
        case .sessionCreated(let session, let definition):
            field("session", session)
            fields(of: SessionEdit(definition))
        case .sessionEdited(let session, let edit):
            field("session", session)
            fields(of: edit)
        case .sessionClosed(let session, let at):
            field("session", session)
            field("at", at)
        case .runnerEntered(let entry): fields(of: entry)
        case .runnerWithdrawn(let runner, let session):
            field("runner", runner)
            field("session", ifAny: session)
        case .runnerRenamed(let runner): field("runner", runner)
        case .startCreated(let capture): fields(of: capture)
        case .startMoved(let start, let at, let uncertainty):
            field("start", start)
            field("at", at)
            field("uncertainty", uncertainty)
        case .runStarted(let capture): fields(of: capture)
        case .splitRecorded(let capture):
            fields(of: capture)
            field("device", ifAny: capture.device)
        case .finishRecorded(let capture): fields(of: capture)
        case .statusSet(let run, let status):
            field("run", run)
            field("status", status)
        case .runEdited(let run, let edit):
            field("run", run)
            fields(of: edit)
        case .runReopened(let run, let at):
            field("run", run)
            field("at", at)
        case .runVoided(let run), .runRestored(let run):
            field("run", run)
        case .splitAssigned(let split, let assignment):
            field("split", split)
            fields(of: assignment)
        case .splitMoved(let split, let at):
            field("split", split)
            field("at", at)
        case .capturesShifted(let shift): fields(of: shift)
        case .splitAccepted(let split), .splitVoided(let split), .splitRestored(let split):
            field("split", split)
        case .checkpointSkipped(let run, let checkpoint, let lap),
            .checkpointRestored(let run, let checkpoint, let lap):
            field("run", run)
            field("checkpoint", checkpoint)
            field("lap", lap)
        }
    }

    private mutating func fields(of capture: StartCapture) {
        field("start", capture.id)
        field("session", capture.session)
        field("at", capture.at)
        field("uncertainty", capture.uncertainty)
        field("device", ifAny: capture.device)
    }

    private mutating func fields(of capture: RunCapture) {
        field("run", capture.run)
        field("runner", capture.runner)
        startFields(
            number: capture.number, session: capture.session, origin: capture.origin,
            revision: capture.revision)
        field("device", ifAny: capture.device)
    }

    private mutating func fields(of capture: FinishCapture) {
        field("finish", capture.id)
        field("run", capture.run)
        field("at", capture.at)
        field("device", ifAny: capture.device)
    }
}
