/// Names a WebSocket of a loop for good: that of one that has ended finds none.
public struct ConnectionID: Hashable, Sendable {
    let key: SlotKey
}

extension EventLoop {
    /// An open WebSocket of this loop, or one that is closing.
    public subscript(_ id: ConnectionID) -> Connection? {
        guard case .webSocket(let connection)? = sessions[id.key] else { return nil }
        return connection
    }
}
