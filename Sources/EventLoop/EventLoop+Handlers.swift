/// What the loop tells whoever handles its connections.
extension EventLoop {
    func tellReceived(
        _ message: UnsafeRawBufferPointer, _ kind: MessageKind, _ connection: Connection
    ) {
        // The caller holds the bytes for the length of the call.
        switch connection.role {
        case .server: unsafe handler?.received(message, kind: kind, on: connection)
        case .client(let client): unsafe client.received(message, kind: kind, on: connection)
        }
    }

    func tellTooLarge(_ connection: Connection) {
        if case .server = connection.role { handler?.tooLarge(on: connection) }
    }

    func tellWritable(_ connection: Connection) {
        switch connection.role {
        case .server: handler?.writable(connection)
        case .client(let client): client.writable(connection)
        }
    }

    func tellRequest(_ request: HTTPRequest, _ responder: HTTPResponder) {
        handler?.respond(to: request, with: responder)
    }

    func tellClosed(_ connection: Connection) {
        switch connection.role {
        case .server:
            configuration.connectionLimit.leave()
            handler?.closed(connection)
        case .client(let client):
            client.closed(connection)
        }
    }
}
