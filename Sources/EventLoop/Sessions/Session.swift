/// What a connection of libwebsockets is to the loop at the moment.
enum Session {
    /// A WebSocket that this process asked for and that is not open yet.
    case connecting(any ClientHandler)
    case webSocket(Connection)
    /// A request of a client. Between requests its connection has no session.
    case http(HTTPTransaction)
}
