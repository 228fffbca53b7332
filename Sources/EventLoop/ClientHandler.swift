/// What is done with a WebSocket that this process opened. Every call comes on the loop's thread.
public protocol ClientHandler: AnyObject {
    func opened(_ connection: Connection)

    /// A whole message came. The bytes are only valid during the call.
    func received(_ message: UnsafeRawBufferPointer, kind: MessageKind, on connection: Connection)

    /// A connection that answered `behind` can take more.
    func writable(_ connection: Connection)

    /// The connection has ended; `Connection.peerClose` has what the server closed with, if it did.
    func closed(_ connection: Connection)

    /// The connection could not be opened. Nothing else follows.
    func failed(_ reason: String)
}

/// Where a WebSocket is opened to.
public struct ClientTarget: Equatable, Sendable {
    public var isSecure: Bool
    public var host: String
    public var port: UInt16
    public var path: String

    public init(isSecure: Bool = false, host: String, port: UInt16, path: String) {
        self.isSecure = isSecure
        self.host = host
        self.port = port
        self.path = path
    }

    /// The `Host` header.
    var authority: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
    }
}
