import CUV
import CWebsockets
import Glibc

/// The one function that libwebsockets calls. Top level and nonisolated, so that it runs on whatever
/// thread runs the loop.
func libraryCalledBack(
    _ wsi: OpaquePointer?, _ reason: lws_callback_reasons, _ user: UnsafeMutableRawPointer?,
    _ input: UnsafeMutableRawPointer?, _ length: Int
) -> CInt {
    guard let wsi = unsafe wsi, let context = unsafe lws_get_context(wsi),
        let owner = unsafe lws_context_user(context)
    else { return 0 }
    // Of what does not concern us there is a dozen for each connection: not even measured.
    guard let event = LibraryEvent(reason) else { return 0 }
    let bytes = unsafe UnsafeMutableRawBufferPointer(start: input, count: input == nil ? 0 : length)
    // The loop ends the context before it goes, so it is alive in every callback.
    return unsafe Unmanaged<EventLoop>.fromOpaque(owner)._withUnsafeGuaranteedRef { loop in
        loop.uv.meter.begin()
        defer { loop.uv.meter.end() }
        if event == .secureHostBegins, let user = unsafe user {
            unsafe loop.library?.secureHostBegins(user)
        }
        return unsafe loop.handle(event, LibrarySocket(wsi), bytes).rawValue
    }
}

/// What of that which libwebsockets reports something is done about.
private enum LibraryEvent {
    case received, writable, pong, peerCloses, openedByClient, openedByUs, failedToOpen
    case upgrade, request, body, wholeBody, requestWritable, noRequest, ended, secureHostBegins

    init?(_ reason: lws_callback_reasons) {
        switch reason {
        case LWS_CALLBACK_RECEIVE, LWS_CALLBACK_CLIENT_RECEIVE: self = .received
        case LWS_CALLBACK_SERVER_WRITEABLE, LWS_CALLBACK_CLIENT_WRITEABLE: self = .writable
        case LWS_CALLBACK_RECEIVE_PONG, LWS_CALLBACK_CLIENT_RECEIVE_PONG: self = .pong
        case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE: self = .peerCloses
        case LWS_CALLBACK_ESTABLISHED: self = .openedByClient
        case LWS_CALLBACK_CLIENT_ESTABLISHED: self = .openedByUs
        case LWS_CALLBACK_CLIENT_CONNECTION_ERROR: self = .failedToOpen

        case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: self = .upgrade
        case LWS_CALLBACK_HTTP: self = .request
        case LWS_CALLBACK_HTTP_BODY: self = .body
        case LWS_CALLBACK_HTTP_BODY_COMPLETION: self = .wholeBody
        case LWS_CALLBACK_HTTP_WRITEABLE: self = .requestWritable
        case LWS_CALLBACK_RAW_RX: self = .noRequest

        case LWS_CALLBACK_CLOSED, LWS_CALLBACK_CLIENT_CLOSED, LWS_CALLBACK_CLOSED_HTTP,
            LWS_CALLBACK_HTTP_DROP_PROTOCOL, LWS_CALLBACK_WSI_DESTROY:
            self = .ended
        case LWS_CALLBACK_OPENSSL_LOAD_EXTRA_SERVER_VERIFY_CERTS: self = .secureHostBegins
        default: return nil
        }
    }
}

/// What a callback answers libwebsockets.
enum CallbackAnswer: CInt {
    case goOn = 0
    /// For a request to upgrade: it was answered by other means.
    case answered = 1
    case end = -1

    init(goesOn: Bool) {
        self = goesOn ? .goOn : .end
    }
}

/// Translates what libwebsockets reports.
extension EventLoop {
    /// `bytes` lives for the length of the call.
    fileprivate func handle(
        _ event: LibraryEvent, _ socket: LibrarySocket, _ bytes: UnsafeMutableRawBufferPointer
    ) -> CallbackAnswer {
        switch event {
        case .received: unsafe webSocket(socket)?.received(UnsafeRawBufferPointer(bytes))
        case .writable: webSocket(socket)?.becameWritable()
        case .pong: webSocket(socket)?.receivedPong()
        case .peerCloses: unsafe webSocket(socket)?.peerCloses(UnsafeRawBufferPointer(bytes))
        case .openedByClient: return CallbackAnswer(goesOn: openedByClient(socket))
        case .openedByUs: return CallbackAnswer(goesOn: openedByUs(socket))
        case .failedToOpen: unsafe failedToOpen(socket, String(decoding: bytes, as: UTF8.self))

        case .upgrade: return unsafe decideUpgrade(socket, bytes.baseAddress)
        case .request: requested(socket)
        case .body: unsafe transaction(socket)?.received(UnsafeRawBufferPointer(bytes))
        case .wholeBody:
            return CallbackAnswer(goesOn: transaction(socket)?.receivedAll() ?? true)
        case .requestWritable:
            return CallbackAnswer(goesOn: transaction(socket)?.becameWritable() ?? true)
        case .noRequest:
            unsafe refuse(UnsafeRawBufferPointer(bytes), from: socket)
            return .end

        case .ended: ended(socket)
        case .secureHostBegins: break
        }
        return .goOn
    }

    private func webSocket(_ socket: LibrarySocket) -> Connection? {
        guard let key = socket.key, case .webSocket(let connection)? = sessions[key] else {
            return nil
        }
        return connection
    }

    private func transaction(_ socket: LibrarySocket) -> HTTPTransaction? {
        guard let key = socket.key, case .http(let transaction)? = sessions[key] else {
            return nil
        }
        return transaction
    }

    // MARK: WebSockets

    private func openedByClient(_ socket: LibrarySocket) -> Bool {
        guard let request = upgrading else { return false }
        upgrading = nil
        var size = CInt(configuration.sendBufferBytes)
        // A C int. The system doubles it for its own bookkeeping.
        unsafe _ = setsockopt(
            socket.descriptor, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<CInt>.size))
        var opened: Connection?
        socket.key = sessions.insert { key in
            let connection = Connection(socket, key: key, role: .server, loop: self)
            opened = connection
            return .webSocket(connection)
        }
        guard let opened else { return false }
        wheel.add(opened.key, after: pingTicks)
        if !opened.isSecure { enterCrowd(opened) }
        handler?.opened(opened, request: request)
        return true
    }

    private func openedByUs(_ socket: LibrarySocket) -> Bool {
        guard let key = socket.key, case .connecting(let client)? = sessions[key] else {
            return false
        }
        let connection = Connection(socket, key: key, role: .client(client), loop: self)
        sessions.replace(key, with: .webSocket(connection))
        wheel.add(key, after: pingTicks)
        client.opened(connection)
        return true
    }

    private func failedToOpen(_ socket: LibrarySocket, _ reason: String) {
        guard let key = socket.key, case .connecting(let client)? = sessions.remove(key) else {
            return
        }
        client.failed(reason.isEmpty ? "the connection failed" : reason)
        stopIfDrained()
    }

    // MARK: Requests

    private func decideUpgrade(
        _ socket: LibrarySocket, _ protocolName: UnsafeMutableRawPointer?
    ) -> CallbackAnswer {
        guard let request = RequestReader(socket: socket).read() else {
            return refuse(Refusal.methodNotAllowed, to: socket)
        }
        guard request[.upgrade]?.lowercased() == "websocket" else {
            // Other protocols are not spoken here, and a server may ignore the wish. libwebsockets
            // would go over to HTTP/2; it compares this text, its own copy, after the call.
            unsafe protocolName?.storeBytes(of: 0, as: UInt8.self)
            return .goOn
        }
        if let fault = RequestRules.upgradeFault(in: request) { return refuse(fault, to: socket) }
        // One that never came to its opening has no place.
        if upgrading != nil { configuration.connectionLimit.leave() }
        upgrading = nil
        guard !isStopping, !configuration.connectionLimit.isReached, let handler else {
            return refuseAsFull(socket)
        }
        if case .refuse(let response) = handler.shouldUpgrade(request) {
            return refuse(response, to: socket)
        }
        guard request.offers(subprotocol: configuration.subprotocol) else {
            let sentence = "Offer the subprotocol \(configuration.subprotocol)."
            return refuse(Refusal(400, sentence), to: socket)
        }
        // Another loop may have taken the last place meanwhile.
        guard configuration.connectionLimit.enter() else { return refuseAsFull(socket) }
        upgrading = request
        return .goOn
    }

    private func refuseAsFull(_ socket: LibrarySocket) -> CallbackAnswer {
        refuse(Refusal(503, "The server is full.", [("Retry-After", "5")]), to: socket)
    }

    private func refuse(_ refusal: Refusal, to socket: LibrarySocket) -> CallbackAnswer {
        refuse(configuration.response(to: refusal), to: socket)
    }

    private func refuse(_ response: HTTPResponse, to socket: LibrarySocket) -> CallbackAnswer {
        let bytes = response.head(date: httpDate.now(), keepAlive: false) + response.body
        // The array outlives the call.
        return unsafe bytes.withUnsafeBytes { unsafe socket.writeRaw($0) } ? .answered : .end
    }

    private func requested(_ socket: LibrarySocket) {
        let reader = RequestReader(socket: socket)
        let request = reader.read()
        var begun: HTTPTransaction?
        socket.key = sessions.insert { key in
            let transaction = HTTPTransaction(
                request ?? reader.standIn(), on: socket, key: key, loop: self)
            begun = transaction
            return .http(transaction)
        }
        if request == nil {
            begun?.refuse(.methodNotAllowed)
        } else {
            begun?.begin()
        }
    }

    /// Answers what could not be read as a request.
    private func refuse(_ bytes: UnsafeRawBufferPointer, from socket: LibrarySocket) {
        let method = unsafe bytes.prefix { $0 != 32 }
        let isMethod =
            unsafe !method.isEmpty && method.count < 20
            && method.allSatisfy { (65...90).contains($0) }
        let handshake = UInt8(22)
        let response = configuration.response(
            to: isMethod
                ? Refusal(501, "This method is not known here.")
                : unsafe bytes.first == handshake
                    ? Refusal(400, "This port speaks plain HTTP, no TLS.")
                    : Refusal(400, "This is not a request."))
        let answer = response.head(date: httpDate.now(), keepAlive: false) + response.body
        // The array outlives the call. What a fresh socket does not take is not worth waiting for.
        _ = unsafe answer.withUnsafeBytes { unsafe put($0, on: socket, hasMore: false) }
        finishWriting(to: socket)
    }

    // MARK: The end

    /// The session of a connection is over. libwebsockets may say so more than once.
    private func ended(_ socket: LibrarySocket) {
        guard let key = socket.key else { return }
        socket.key = nil
        switch sessions.remove(key) {
        case .webSocket(let connection)?:
            if connection.end() { tellClosed(connection) }
        case .http(let transaction)?:
            transaction.end()
        case .connecting(let client)?:
            client.failed("the connection ended before it was open")
        case nil:
            return
        }
        stopIfDrained()
    }
}
