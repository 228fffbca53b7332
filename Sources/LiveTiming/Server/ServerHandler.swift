import EventLoop
import SplitCore
import TimingWire

/// What comes in from the network on one loop, handed to those who answer it. Loop thread only.
final class ServerHandler: ConnectionHandler {
    private var stand: Stand?
    private var router: LoopReference<Router>?

    /// Before the loop runs.
    func begin(_ stand: Stand, _ router: LoopReference<Router>) {
        self.stand = stand
        self.router = router
    }

    func shouldUpgrade(_ request: HTTPRequest) -> UpgradeDecision {
        guard request.path == "/ws" else {
            return .refuse(
                .problem(
                    WireError(.notFound, "WebSockets are opened at /ws, not at \(request.path)")))
        }
        guard request.offers(subprotocol: Subprotocol.name) else {
            return .refuse(
                .problem(
                    WireError(
                        .subprotocolRequired, values: [Subprotocol.name],
                        "the WebSocket must offer the subprotocol \(Subprotocol.name)")))
        }
        if let origin = request[.origin], !Self.isOwn(origin, of: request) {
            return .refuse(
                .problem(
                    WireError(
                        .originNotAllowed,
                        "a page of \(origin) may not open a WebSocket here; "
                            + "only this server's own pages may")))
        }
        return .accept
    }

    /// Programs send no `Origin`; a page must be of the host that it connects to.
    private static func isOwn(_ origin: String, of request: HTTPRequest) -> Bool {
        guard let host = request[.host]?.lowercased(),
            let scheme = ["http://", "https://"].first(where: origin.lowercased().hasPrefix)
        else { return false }
        return origin.lowercased().dropFirst(scheme.count) == host
    }

    func opened(_ connection: Connection, request: HTTPRequest) {
        stand?.opened(connection)
    }

    func received(_ message: UnsafeRawBufferPointer, kind: MessageKind, on connection: Connection) {
        guard let peer = connection.context as? Peer else { return }
        guard kind == .text else {
            peer.send(
                .error(
                    WireError(
                        .malformed, "the message is binary; the contract knows only text")))
            return peer.close(.binaryMessage, "a binary message")
        }
        // Passed on within the call that the bytes are good for.
        unsafe stand?.received(message, from: peer)
    }

    func tooLarge(on connection: Connection) {
        guard let peer = connection.context as? Peer, let stand else { return }
        let limit = stand.settings.maximumMessageBytes
        peer.send(
            .error(
                WireError(
                    .messageTooLarge, "a message has at most \(limit) bytes; this one has more")))
        peer.close(.messageTooLarge, "a message over \(limit) bytes")
    }

    func writable(_ connection: Connection) {
        guard let peer = connection.context as? Peer else { return }
        stand?.writable(peer)
    }

    func closed(_ connection: Connection) {
        stand?.closed(connection)
    }

    func respond(to request: HTTPRequest, with responder: HTTPResponder) {
        router?.perform { $0.respond(to: request, with: responder) }
    }
}
