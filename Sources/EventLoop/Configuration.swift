/// What a loop is started with. Durations are met to within `tick`.
public struct Configuration: Sendable {
    /// The address to listen on: a name or a literal; `::` takes both kinds of address.
    public var host = "127.0.0.1"
    /// 0 lets the system choose; see `EventLoop.boundPort`.
    public var port: UInt16 = 0
    /// For a further loop of the same process: where the first one listens, whose port it shares.
    public var beside: ListeningAddress?
    /// Where TLS is spoken, at the same address; nil: nowhere.
    public var secure: SecureListening?
    /// The WebSocket subprotocol that a client must offer.
    public var subprotocol = "livetiming.v1.json"

    /// The largest message taken from a WebSocket.
    public var maxMessageBytes = 64 * 1024
    /// The largest body taken with a request; beyond it the answer is 413.
    public var maxRequestBodyBytes = 1024 * 1024
    /// WebSockets open at once; beyond it the answer is 503 with `Retry-After`. Loops may share one.
    public var connectionLimit = ConnectionLimit(10_000)

    /// A ping goes out after this long without a sign of life.
    public var pingInterval: Duration = .seconds(15)
    /// A WebSocket without a sign of life for this long is cut off.
    public var hangUpAfter: Duration = .seconds(25)
    /// How long a peer has to finish the closing handshake, or to take the end of a refused request.
    public var closeTimeout: Duration = .seconds(5)
    /// How long a request's body, its answer by the handler, or a pause in taking a response may last.
    public var requestTimeout: Duration = .seconds(60)
    /// How long `stop()` waits for peers to take what they are owed.
    public var drainTimeout: Duration = .seconds(5)

    /// Words the answers that the loop gives by itself.
    public var wordRefusal: @Sendable (Refusal) -> HTTPResponse = { HTTPResponse(plain: $0) }

    /// How frames are put on plain TCP connections.
    public var writing = FrameWriting.automatic
    /// Bytes that the system may hold for one WebSocket: the larger, the older the frames that a slow
    /// reader sees.
    public var sendBufferBytes = 32 * 1024
    /// Replies that may wait for one WebSocket, in number and in bytes. Beyond either it is closed.
    public var maxQueuedReplies = 256
    public var maxQueuedReplyBytes = 1024 * 1024
    /// The code of that close.
    public var replyOverflowCode = CloseCode.replyQueueOverflow

    /// Sets up TLS for `connect(to:)`, at the cost of memory and of reading the system's certificates.
    public var allowsSecureClients = false
    /// Takes the warnings and errors of libwebsockets, on any thread. One holds for the process.
    public var log: (@Sendable (LogLevel, String) -> Void)?

    public init() {}

    /// The beat of the wheel that all these durations are measured by.
    var tick: Duration {
        max(.milliseconds(5), min(.milliseconds(250), min(pingInterval, hangUpAfter) / 4))
    }
}
