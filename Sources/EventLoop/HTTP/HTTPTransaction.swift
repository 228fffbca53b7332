import CUV
import Glibc

/// One request and its response on a connection of the server.
///
/// The response goes straight to the descriptor, or to its TLS. While a request is handled and answered reading is
/// off, or a client that sends ahead, or only closes its half, would keep the loop awake for data that
/// libwebsockets does not take at that time; and as libwebsockets then calls back for nothing at all,
/// a full socket is watched through a duplicate of its descriptor. Loop thread only.
final class HTTPTransaction {
    private enum Phase {
        case receiving
        case waiting
        case writing
        /// All is out; the next writable callback ends the transaction.
        case written
        /// All is out, and what the client still sends is thrown away, so that it reads the answer
        /// before it finds the connection reset.
        case discarding
        case gone
    }

    private var phase = Phase.receiving
    private var request: HTTPRequest
    private let key: SlotKey
    private let socket: LibrarySocket
    private let descriptor: CInt
    private unowned let loop: EventLoop

    private var keepsAlive: Bool
    /// Whether a body may still come that nobody will read.
    private var hasUnreadBody = false
    private var head: [UInt8] = []
    private var body: [UInt8] = []
    /// Bytes of head and body that are out.
    private var offset = 0
    private var watch: LoopHandle?
    /// The tick at which the present phase has lasted too long.
    private var deadline: Int

    init(_ request: HTTPRequest, on socket: LibrarySocket, key: SlotKey, loop: EventLoop) {
        self.request = request
        self.socket = socket
        self.key = key
        self.loop = loop
        descriptor = socket.descriptor
        keepsAlive = request.wantsKeepAlive
        deadline = loop.now + loop.requestTicks
    }

    /// Whether the transaction still owes its client something.
    var isBusy: Bool { phase != .discarding && phase != .gone }

    // MARK: The request

    func begin() {
        loop.wheel.add(key, after: loop.requestTicks)
        switch RequestRules.body(of: request, limit: loop.configuration.maxRequestBodyBytes) {
        case .none:
            dispatch()
        case .bytes(let count):
            request.body.reserveCapacity(count)
            if request.lists("100-continue", in: .expect) { sendContinue() }
        case .refused(let status, let sentence):
            refuse(Refusal(status, sentence))
        }
    }

    /// Answers without taking the body, if there is one.
    func refuse(_ refusal: Refusal) {
        hasUnreadBody = true
        phase = .waiting
        respond(loop.configuration.response(to: refusal))
    }

    /// A part of the body; libwebsockets hands out no more than the `Content-Length`.
    func received(_ bytes: UnsafeRawBufferPointer) {
        guard phase == .receiving else { return }
        // Copied within the call.
        unsafe request.body.append(contentsOf: bytes)
    }

    /// The body is whole. Answers false where libwebsockets shall close. Pipelined requests make it
    /// say so again and again until the transaction ends.
    func receivedAll() -> Bool {
        switch phase {
        case .receiving:
            dispatch()
            return true
        case .discarding:
            return false
        default:
            return true
        }
    }

    private func dispatch() {
        phase = .waiting
        // The time limits from here on are ours.
        socket.clearTimeout()
        socket.setReading(false)
        deadline = loop.now + loop.requestTicks
        loop.tellRequest(request, HTTPResponder(self, on: loop))
        request.body = []
    }

    /// Some clients hold a body back until they are told to go on. A refusal is answered instead.
    private func sendContinue() {
        let line = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
        // A lost one only costs the client its own timeout.
        _ = unsafe line.withUnsafeBytes {
            unsafe loop.put($0, on: socket, hasMore: false)
        }
    }

    // MARK: The response

    func respond(_ response: HTTPResponse) {
        guard phase == .waiting else { return }
        phase = .writing
        if hasUnreadBody || loop.isStopping { keepsAlive = false }
        head = response.head(date: loop.httpDate.now(), keepAlive: keepsAlive)
        body = request.method == .head || response.isBodiless ? [] : response.body
        deadline = loop.now + loop.requestTicks
        write()
    }

    /// Writes of one turn of the loop; over TLS each is a record to encrypt.
    private static let writesPerTurn = 64

    private func write() {
        guard phase == .writing else { return }
        for _ in 0..<Self.writesPerTurn {
            guard offset < head.count + body.count else { return finish() }
            switch writeOnce() {
            case .wrote(let count):
                offset += count
                deadline = loop.now + loop.requestTicks
            case .wouldBlock:
                return watchForRoom()
            case .failed:
                return abandon()
            }
        }
        watchForRoom()
    }

    private func writeOnce() -> WriteResult {
        let isHead = offset < head.count
        let part = isHead ? head[offset...] : body[(offset - head.count)...]
        // The array holds the bytes for the length of the call.
        return unsafe part.withUnsafeBytes {
            unsafe loop.put($0, on: socket, hasMore: isHead && !body.isEmpty)
        }
    }

    private func watchForRoom() {
        guard watch == nil else { return }
        let duplicate = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard duplicate >= 0 else { return abandon() }
        let watch = loop.uv.makePoll(duplicate)
        self.watch = watch
        watch.onFire = { [weak self] _ in self?.write() }
        watch.startPoll(UV_WRITABLE)
    }

    private func endWatch() {
        guard let watch else { return }
        self.watch = nil
        // libuv must have let go of the descriptor before it is closed.
        guard let duplicate = watch.pollDescriptor else { return }
        watch.close { Glibc.close(duplicate) }
    }

    private func finish() {
        endWatch()
        head = []
        body = []
        socket.setReading(true)
        if hasUnreadBody {
            phase = .discarding
            loop.finishWriting(to: socket)
            deadline = loop.now + loop.closeTicks
            loop.wheel.add(key, after: loop.closeTicks)
        } else {
            phase = .written
            socket.requestWritable()
        }
    }

    /// The writable callback, which may come at any time. Answers false where libwebsockets shall
    /// close.
    func becameWritable() -> Bool {
        guard phase == .written else { return true }
        guard keepsAlive, !loop.isStopping else { return false }
        // Ends with this object's `end()`, from within the call.
        return socket.completeTransaction()
    }

    // MARK: The end

    private func abandon() {
        guard phase != .gone else { return }
        endWatch()
        phase = .gone
        keepsAlive = false
        socket.killSoon()
    }

    /// The transaction's time on the wheel. Answers the ticks until it is to be looked at again.
    func checkTime() -> Int? {
        guard phase != .gone else { return nil }
        if loop.now < deadline { return deadline - loop.now }
        abandon()
        return nil
    }

    /// The connection is gone, or free for its next request.
    func end() {
        endWatch()
        phase = .gone
    }
}
