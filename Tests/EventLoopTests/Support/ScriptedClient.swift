import EventLoop

/// A client that notes everything, and does what its test gave it to do. Loop thread only.
final class ScriptedClient: ClientHandler {
    let record: Record
    var onOpen: (Connection) -> Void = { _ in }
    var onText: (String, Connection) -> Void = { _, _ in }

    init(record: Record) {
        self.record = record
    }

    func opened(_ connection: Connection) {
        record.add("client opened")
        onOpen(connection)
    }

    func received(_ message: UnsafeRawBufferPointer, kind: MessageKind, on connection: Connection) {
        // The bytes live for the length of the call.
        let text = unsafe String(decoding: message, as: UTF8.self)
        record.add("client \(kind) \(text.utf8.count) \(text.prefix(20))")
        onText(text, connection)
    }

    func writable(_ connection: Connection) {
        record.add("client writable")
    }

    func closed(_ connection: Connection) {
        let close = connection.peerClose
        record.add(
            "client closed \(close?.code.map { "\($0.rawValue)" } ?? "-") \(close?.reason ?? "")")
    }

    func failed(_ reason: String) {
        record.add("client failed")
    }
}
