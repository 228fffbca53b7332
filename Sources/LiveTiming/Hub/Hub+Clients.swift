import EventLoop
import SplitCore
import TimingWire

/// What the stands pass on of their clients.
extension Hub {
    func greet(_ hello: Hello, from id: ClientID, address: String, at arrival: Timestamp) {
        let role: Role
        if let token = hello.token {
            guard let known = tokens.role(forToken: token) else {
                note(hello, as: .spectator, from: id, address: address, at: arrival)
                let error = WireError(
                    .unauthorized, field: "token",
                    "the token is not known here; without one you can watch. The server "
                        + "prints links with its tokens when it starts")
                return welcome(id, as: .spectator, .error(error))
            }
            role = known
        } else {
            role = .spectator
        }
        let welcome = Welcome(
            time: clock.now, role: role, server: serverID, version: Program.version,
            limits: .init(
                messageBytes: settings.maximumMessageBytes,
                subscriptions: settings.maximumSubscriptions))
        self.welcome(id, as: role, .welcome(welcome))
        note(hello, as: role, from: id, address: address, at: arrival)
    }

    /// Keeps who a client is, and takes a device that may time among those that race control sees.
    private func note(
        _ hello: Hello, as role: Role, from id: ClientID, address: String, at arrival: Timestamp
    ) {
        // Of the many who only watch nothing is kept.
        guard role > .spectator || hello.device != nil || clients[id] != nil else { return }
        let client = client(id)
        client.role = role
        client.device = hello.device
        guard let device = hello.device, role >= .timer,
            // The desk on a device that times, or what was handed over from it, is not that device.
            role == .timer || devices[device]?.report.role != .timer
        else { return client.attach(to: nil) }
        client.attach(
            to: devices.greet(
                device, role: role, client: hello.client, address: address, at: arrival))
    }

    func take(_ command: CommandMessage, from id: ClientID, at arrival: Timestamp) {
        let client = clients[id]
        client?.timingDevice?.heard(at: arrival)
        let source = client?.device.map { Sender.Source.device($0) } ?? .client(id)
        take(
            command,
            from: Sender(
                role: client?.role ?? .spectator, device: client?.device, source: source)
        ) { [weak self] in self?.send($0, to: id) }
    }

    func note(_ status: DeviceStatus, from id: ClientID, at arrival: Timestamp) {
        clients[id]?.timingDevice?.note(status, at: arrival)
        heard(from: id, at: arrival)
    }

    func heard(from id: ClientID, at arrival: Timestamp) {
        clients[id]?.timingDevice?.heard(at: arrival)
    }

    /// The connection has ended.
    func left(_ id: ClientID) {
        clients.removeValue(forKey: id)?.attach(to: nil)
    }

    private func client(_ id: ClientID) -> Client {
        if let client = clients[id] { return client }
        let client = Client(id)
        clients[id] = client
        return client
    }

    private func welcome(_ id: ClientID, as role: Role, _ message: ServerMessage) {
        stands[id.stand].perform { $0.welcome(id.connection, as: role, message) }
    }

    private func send(_ message: ServerMessage, to id: ClientID) {
        stands[id.stand].perform { $0.send(message, to: id.connection) }
    }
}
