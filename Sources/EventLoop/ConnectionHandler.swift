/// What a loop's owner does with its connections and requests. Every call comes on the loop's thread
/// and must not block it. A handler may send, close and answer from within any of them.
public protocol ConnectionHandler: AnyObject {
    /// A client asks for a WebSocket. The request is well-formed; whether its origin and its
    /// subprotocol are welcome is decided here.
    func shouldUpgrade(_ request: HTTPRequest) -> UpgradeDecision

    /// A WebSocket is open; `request` is the one that was just accepted.
    func opened(_ connection: Connection, request: HTTPRequest)

    /// A whole message came. The bytes are only valid during the call.
    func received(_ message: UnsafeRawBufferPointer, kind: MessageKind, on connection: Connection)

    /// A message went over the limit. The connection is closed with `tooLarge` after the call, and
    /// after what the call enqueues.
    func tooLarge(on connection: Connection)

    /// A connection that answered `behind` can take more.
    func writable(_ connection: Connection)

    /// A WebSocket has ended, in whatever way. Called once for each that was `opened`.
    func closed(_ connection: Connection)

    /// A request came in. It is answered through `responder`, during the call or later.
    func respond(to request: HTTPRequest, with responder: HTTPResponder)
}

public enum UpgradeDecision: Sendable {
    case accept
    case refuse(HTTPResponse)
}
