import CLinux
import Glibc

/// A WebSocket: one that a client opened to this server, or one that this process opened to another.
///
/// Loop thread only. It may be kept after its end; sending then answers `gone`.
public final class Connection {
    /// What became of a frame.
    public enum SendOutcome: Equatable, Sendable {
        /// It goes out, whole and in order.
        case sent
        /// Nothing of it went out. `writable` is called once when the connection can take more.
        case behind
        /// The connection is closing or closed.
        case gone
    }

    /// A close frame's code and reason.
    public struct CloseFrame: Equatable, Sendable {
        /// Nil where the frame had none.
        public let code: CloseCode?
        public let reason: String
    }

    /// A connection as a long list has it: small, and side by side in memory with the others.
    public struct Seat {
        let key: SlotKey
        let descriptor: CInt
        /// Alive for as long as the connection has its clearance.
        fileprivate let socket: LibrarySocket?

        /// Of one with a clearance: whether libwebsockets has nothing pending either.
        var isReady: Bool { socket?.hasPartial == false }
    }

    enum Phase: Equatable {
        case open
        /// Ends with this code once the replies before it are out.
        case closing(CloseCode, String)
        /// The closing handshake is libwebsockets' affair now; nothing more may be sent.
        case ending
        case gone
    }

    /// Whatever the handler keeps with the connection.
    public var context: AnyObject?
    public let remoteAddress: String
    /// What the peer closed with, if it was the peer who began to close.
    public internal(set) var peerClose: CloseFrame?

    unowned let loop: EventLoop
    let key: SlotKey
    let role: Role
    /// Nil once the connection is gone.
    var socket: LibrarySocket?
    let descriptor: CInt
    let isSecure: Bool

    var phase = Phase.open {
        didSet { if phase != .open { loop.clearances.remove(key) } }
    }
    var assembly: MessageAssembly
    /// Replies that must not be lost and could not go out at once.
    var queue: OutboundQueue {
        didSet { if !queue.isEmpty { loop.clearances.remove(key) } }
    }
    /// A frame of several fragments on its way.
    var cursor: FrameCursor? {
        didSet { if cursor != nil { loop.clearances.remove(key) } }
    }
    /// Whether the handler was told that it is behind, and has yet to hear that it no longer is.
    var owesWritable = false
    /// The tick at which something last came in.
    var lastHeard: Int
    var crowd = Crowd.outside
    /// `unacknowledgedBytes` when they were last looked at.
    var lastUnacknowledged = 0
    /// The tick at which a close that still has not ended is cut off.
    var closeDeadline: Int?

    /// Where it stands to the crowd, see `Gate`. What TLS has read ahead stands before none.
    enum Crowd {
        /// From the next turn on inside, if it has not left before.
        case entering
        case inside
        case outside
    }

    enum Role {
        case server
        case client(any ClientHandler)
    }

    init(_ socket: LibrarySocket, key: SlotKey, role: Role, loop: EventLoop) {
        self.socket = socket
        self.key = key
        self.role = role
        self.loop = loop
        descriptor = socket.descriptor
        isSecure = socket.secureChannel != nil
        remoteAddress = socket.peerAddress
        lastHeard = loop.now
        let configuration = loop.configuration
        assembly = MessageAssembly(limit: configuration.maxMessageBytes)
        queue = OutboundQueue(
            byteLimit: configuration.maxQueuedReplyBytes, countLimit: configuration.maxQueuedReplies
        )
    }

    public var id: ConnectionID { ConnectionID(key: key) }
    public var seat: Seat { Seat(key: key, descriptor: descriptor, socket: socket) }

    /// Whether frames can be sent, now or when `writable` is called.
    public var isOpen: Bool {
        if case .open = phase { true } else { false }
    }

    /// Whether a frame sent now would be refused as `behind`.
    public var isBehind: Bool { isOpen && hasPending }

    /// Whether bytes that must go out first still wait here or in libwebsockets.
    var hasPending: Bool {
        cursor != nil || !queue.isEmpty || socket?.hasPartial != false
    }

    /// Bytes that the system has taken and could not send yet, as the peer's window is full.
    public var unsentBytes: Int { bytesInSystem(UInt(SIOCOUTQNSD)) }

    /// The same, with those that are sent and that the peer has not acknowledged.
    var unacknowledgedBytes: Int { bytesInSystem(UInt(TIOCOUTQ)) }

    private func bytesInSystem(_ request: UInt) -> Int {
        var count: CInt = 0
        // A C int, filled in by the call.
        let status = unsafe ioctl(descriptor, request, &count)
        return isOpen && status == 0 ? Int(count) : 0
    }

    /// Closes with a handshake, after the replies that are queued. Cut off after
    /// `Configuration.closeTimeout`. Where the connection is closing already, nothing.
    public func close(code: CloseCode, reason: String = "") {
        guard isOpen else { return }
        phase = .closing(code, reason)
        endSoon()
        closeOnNextTurn()
    }

    /// Has it cut off if it has not ended by itself in the time that a close has.
    func endSoon() {
        closeDeadline = loop.now + loop.closeTicks
        loop.wheel.add(key, after: loop.closeTicks)
    }

    /// Not at once: a callback that ends its connection is answered by Debian's libwebsockets, on
    /// libuv, with a second close on top of the first, which cuts off the handshake just begun.
    func closeOnNextTurn() {
        loop.defer { [weak self] in self?.beginHandshake() }
    }

    private func beginHandshake() {
        guard case .closing(let code, let reason) = phase, let socket else { return }
        if hasPending {
            socket.requestWritable()
        } else {
            phase = .ending
            leaveCrowd()
            socket.beginClose(code, reason)
        }
    }

    /// Ends the connection without a handshake: the peer is dead, or the socket is.
    func abandon() {
        guard phase != .gone else { return }
        phase = .ending
        // The system would keep what it holds for a peer that takes nothing; this way it tells the peer at once.
        var option = linger(l_onoff: 1, l_linger: 0)
        unsafe _ = setsockopt(
            descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        socket?.killSoon()
    }
}
