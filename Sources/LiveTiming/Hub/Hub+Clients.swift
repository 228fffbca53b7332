import EventLoop
import SplitCore
import TimingWire

extension Hub {
    /// Messages in a row that could not be read, after which a client is sent away.
    static let unreadableLimit = 32

    func opened(_ connection: Connection) {
        let client = Client(connection)
        connection.context = client
        clients[ObjectIdentifier(client)] = client
        loop.schedule(after: settings.helloTimeout) { [weak client] in
            guard let client, !client.hasSaidHello else { return }
            client.close(.helloTimeout, "no hello came in time")
        }
    }

    func closed(_ connection: Connection) {
        guard let client = connection.context as? Client else { return }
        for track in client.subscriptions.keys { unsubscribe(client, from: track) }
        client.end()
        clients[ObjectIdentifier(client)] = nil
        connection.context = nil
    }

    func received(_ message: UnsafeRawBufferPointer, from client: Client) {
        let arrival = clock.now
        do throws(WireError) {
            // The loop keeps the bytes for the length of the call.
            let message = unsafe try ClientMessage(reading: message)
            client.unreadable = 0
            client.timingDevice?.heard(at: arrival)
            take(message, from: client, arrival: arrival)
        } catch {
            client.send(.error(error))
            client.unreadable += 1
            if client.unreadable >= Self.unreadableLimit {
                client.close(.protocolError, "too many messages that could not be read")
            }
        }
    }

    private func take(_ message: ClientMessage, from client: Client, arrival: Timestamp) {
        switch message {
        case .hello(let hello): welcome(hello, client)
        case .ping(let t0): client.send(.pong(t0: t0, t1: arrival, t2: clock.now))
        case .subscribe(let subscription): subscribe(client, subscription)
        case .unsubscribe(let id, let track):
            unsubscribe(client, from: track)
            client.send(.unsubscribed(id, track: track))
        case .deviceStatus(let status): client.timingDevice?.note(status, at: arrival)
        case .command(let command):
            let source =
                client.device.map { Sender.Source.device($0) } ?? .client(ObjectIdentifier(client))
            take(
                command, from: Sender(role: client.role, device: client.device, source: source)
            ) { [weak client] in client?.send($0) }
        }
    }

    /// Takes a device that may time among those that race control sees.
    private func greet(_ hello: Hello, _ client: Client) {
        guard let id = hello.device, client.role >= .timer, let connection = client.connection,
            // The desk on a device that times, or what was handed over from it, is not that device.
            client.role == .timer || devices[id]?.report.role != .timer
        else { return client.attach(to: nil) }
        client.attach(
            to: devices.greet(
                id, role: client.role, client: hello.client, address: connection.remoteAddress,
                at: clock.now))
    }

    private func welcome(_ hello: Hello, _ client: Client) {
        client.hasSaidHello = true
        client.device = hello.device
        defer { greet(hello, client) }
        if let token = hello.token {
            guard let role = tokens.role(forToken: token) else {
                client.role = .spectator
                client.send(
                    .error(
                        WireError(
                            .unauthorized, field: "token",
                            "the token is not known here; without one you can watch. The server "
                                + "prints links with its tokens when it starts")))
                return
            }
            client.role = role
        } else {
            client.role = .spectator
        }
        client.send(
            .welcome(
                Welcome(
                    time: clock.now, role: client.role, server: serverID,
                    version: Program.version,
                    limits: .init(
                        messageBytes: settings.maximumMessageBytes,
                        subscriptions: settings.maximumSubscriptions))))
    }
}
