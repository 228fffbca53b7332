import Journal
import SplitCore
import TimingWire

extension EventRow {
    /// - Parameter event: nil where it is one of the registry's.
    init(
        _ body: LogBody, of log: DurableLog, seq: Int64, origin: Origin, event: Event?
    ) {
        self.init(
            track: log.name, epoch: log.epoch, seq: seq, commandID: origin.command.text,
            receivedAt: origin.receivedAt.microseconds, actor: origin.role.rawValue,
            device: origin.device?.text, type: body.type, version: Int64(body.version),
            run: event?.run?.text, split: event?.split?.text,
            instant: event?.capturedAt?.microseconds, body: body.body)
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
