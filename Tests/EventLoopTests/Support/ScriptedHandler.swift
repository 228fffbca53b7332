import EventLoop

/// A handler that notes everything, and does what its test gave it to do. Loop thread only.
final class ScriptedHandler: ConnectionHandler {
    let record: Record
    unowned var loop: EventLoop! = nil
    var connections: [Connection] = []

    var onUpgrade: (HTTPRequest) -> UpgradeDecision = { _ in .accept }
    var onOpen: (Connection) -> Void = { _ in }
    var onText: (String, Connection) -> Void = { _, _ in }
    var onTooLarge: (Connection) -> Void = { _ in }
    var onWritable: (Connection) -> Void = { _ in }
    var onRequest: (HTTPRequest, HTTPResponder) -> Void = { _, responder in
        responder.respond(HTTPResponse(status: 404))
    }

    init(record: Record) {
        self.record = record
    }

    func shouldUpgrade(_ request: HTTPRequest) -> UpgradeDecision {
        onUpgrade(request)
    }

    func opened(_ connection: Connection, request: HTTPRequest) {
        connections.append(connection)
        record.add("opened")
        onOpen(connection)
    }

    func received(_ message: UnsafeRawBufferPointer, kind: MessageKind, on connection: Connection) {
        // The bytes live for the length of the call.
        let text = unsafe String(decoding: message, as: UTF8.self)
        record.add("\(kind) \(text.prefix(64))")
        onText(text, connection)
    }

    func tooLarge(on connection: Connection) {
        record.add("too large")
        onTooLarge(connection)
    }

    func writable(_ connection: Connection) {
        record.add("writable")
        onWritable(connection)
    }

    func closed(_ connection: Connection) {
        connections.removeAll { $0 === connection }
        let code = connection.peerClose?.code?.rawValue
        record.add("closed \(code.map(String.init) ?? "-")")
    }

    func respond(to request: HTTPRequest, with responder: HTTPResponder) {
        record.add("\(request.method.rawValue) \(request.path)")
        onRequest(request, responder)
    }
}
