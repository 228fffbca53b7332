import Journal
import SplitCore
import TimingWire

extension EventRow {
    init(
        _ body: LogBody, of log: DurableLog, seq: Int64, origin: Origin, run: RunID?
    ) {
        self.init(
            track: log.name, epoch: log.epoch, seq: seq, commandID: origin.command.text,
            receivedAt: origin.receivedAt.microseconds, actor: origin.role.rawValue,
            device: origin.device?.text, type: body.type, version: Int64(body.version),
            run: run?.text, body: body.body)
    }
}

extension LogBody {
    init(_ row: EventRow) {
        self.init(type: row.type, version: Int(row.version), body: row.body)
    }
}

extension LoggedEvent {
    init(_ row: EventRow) throws(LogBodyError) {
        let (event, reason) = try EventCodec.decode(LogBody(row))
        guard let command = CommandID(row.commandID), let role = Role(rawValue: row.actor) else {
            throw .notAnObject
        }
        self.init(
            seq: row.seq,
            origin: Origin(
                command: command, role: role, device: row.device.flatMap { DeviceID($0) },
                receivedAt: Timestamp(microseconds: row.receivedAt), reason: reason),
            event: event)
    }
}

extension Event {
    /// The run that the event names.
    var run: RunID? {
        switch self {
        case .runStarted(let capture): capture.run
        case .finishRecorded(let finish): finish.run
        case .splitRecorded(let capture):
            if case .run(let run) = capture.subject { run } else { nil }
        case .runReopened(let run, _), .statusSet(let run, _), .runEdited(let run, _),
            .runVoided(let run), .runRestored(let run), .checkpointSkipped(let run, _, _):
            run
        case .splitAssigned(_, let assignment): assignment.run
        default: nil
        }
    }
}
