import EventLoop
import SplitCore
import TimingWire

/// Someone at the other end of a WebSocket, as their stand knows them. Loop thread only.
final class Peer {
    let id: ClientID
    let connection: Connection
    /// As the hub told them last; for what they are told. What they may do the hub decides itself.
    var role = Role.spectator
    var hasSaidHello = false
    /// Whether the hub was told anything of them.
    var hasSpoken = false
    /// Messages in a row that could not be read.
    var unreadable = 0
    /// One for each track, also while it waits for its first board.
    var subscribers: [Subscriber] = []

    init(_ connection: Connection, of stand: Stand) {
        self.connection = connection
        id = ClientID(stand: stand.number, connection: connection.id)
    }

    func send(_ message: ServerMessage) {
        connection.enqueue(SharedFrame(message))
    }

    func close(_ code: TimingWire.CloseCode, _ reason: String) {
        connection.close(code: .init(rawValue: code.rawValue), reason: reason)
    }
}

/// Names a client over all stands.
struct ClientID: Hashable, Sendable {
    let stand: Int
    let connection: ConnectionID
}

extension SharedFrame {
    convenience init(_ message: ServerMessage) {
        var writer = JSONWriter(capacity: 256)
        message.write(to: &writer)
        self.init(writer.bytes)
    }
}
