import EventLoop
import SplitCore
import TimingWire

/// What comes in from the network, handed to those who answer it. Loop thread only.
final class ServerHandler: ConnectionHandler {
    /// Nil until the state is read; the loop runs only then.
    private(set) var hub: Hub?
    private var router: Router?

    func begin(hub: Hub, files: PublicFiles, secure: SecureAnswers) {
        self.hub = hub
        router = Router(hub: hub, files: files, secure: secure)
    }

    /// What phones are told has changed.
    func tell(_ secure: SecureAnswers) {
        router?.secure = secure
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
        hub?.opened(connection)
    }

    func received(_ message: UnsafeRawBufferPointer, kind: MessageKind, on connection: Connection) {
        guard let client = connection.context as? Client else { return }
        guard kind == .text else {
            client.send(
                .error(
                    WireError(
                        .malformed, "the message is binary; the contract knows only text")))
            return client.close(.binaryMessage, "a binary message")
        }
        // Passed on within the call that the bytes are good for.
        unsafe hub?.received(message, from: client)
    }

    func tooLarge(on connection: Connection) {
        guard let client = connection.context as? Client, let hub else { return }
        let limit = hub.settings.maximumMessageBytes
        client.send(
            .error(
                WireError(
                    .messageTooLarge, "a message has at most \(limit) bytes; this one has more")))
        client.close(.messageTooLarge, "a message over \(limit) bytes")
    }

    func writable(_ connection: Connection) {
        guard let client = connection.context as? Client else { return }
        hub?.writable(client)
    }

    func closed(_ connection: Connection) {
        hub?.closed(connection)
    }

    func respond(to request: HTTPRequest, with responder: HTTPResponder) {
        router?.respond(to: request, with: responder)
    }
}
