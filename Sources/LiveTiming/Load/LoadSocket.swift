import Glibc
import TimingWire

/// One WebSocket to the server under load, on a bare socket: it costs as little as it can, so that what is
/// measured is the server. Plain TCP alone.
final class LoadSocket {
    enum Phase: Equatable {
        case connecting, upgrading, open
        case ended(String)
    }

    /// What is done with the messages of the server.
    enum Part {
        /// Watches; the number is its place among the spectators.
        case spectator(Int)
        /// Watches over a slow line; the number is its place among those.
        case slow(Int)
        /// Watches, and reads nothing once it is open.
        case stalled
        /// Times; the number is its place among the devices.
        case device(Int)
        /// Measures the server's clock.
        case probe
    }

    let part: Part
    let descriptor: CInt
    private(set) var phase = Phase.connecting
    private(set) var wasOpen = false
    /// When it began to open.
    let began = microseconds(of: CLOCK_MONOTONIC)
    private var scanner = FrameScanner()
    private var head: [UInt8] = []

    private init(_ part: Part, _ descriptor: CInt) {
        self.part = part
        self.descriptor = descriptor
    }

    /// Begins to connect, from the next port that is free.
    static func open(
        _ part: Part, to address: sockaddr_in, from ports: inout LocalPorts
    ) throws(SystemFault) -> LoadSocket {
        for _ in ports.range {
            let kind = SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
            let descriptor = socket(AF_INET, CInt(kind), 0)
            guard descriptor >= 0 else { throw SystemFault(code: errno) }
            // Closes it where that port is taken.
            let opened = LoadSocket(part, descriptor)
            opened.set(TCP_NODELAY, of: CInt(IPPROTO_TCP), to: 1)
            opened.set(SO_REUSEADDR, of: SOL_SOCKET, to: 1)
            // What waits for a line that is slow, or gone, waits at the sender.
            switch part {
            case .slow, .stalled: opened.set(SO_RCVBUF, of: SOL_SOCKET, to: slowBuffer)
            case .spectator, .device, .probe: break
            }
            var own = sockaddr_in()
            own.sin_family = sa_family_t(AF_INET)
            own.sin_port = ports.next().bigEndian
            var status = unsafe call(bind, descriptor, own)
            if status == 0 { status = unsafe call(connect, descriptor, address) }
            if status == 0 || errno == EINPROGRESS { return opened }
            guard errno == EADDRINUSE || errno == EADDRNOTAVAIL else {
                throw SystemFault(code: errno)
            }
        }
        throw SystemFault(code: EADDRNOTAVAIL)
    }

    /// Bytes that the system may hold for one that reads little or nothing.
    private static let slowBuffer: CInt = 4096

    private static func call(
        _ function: (CInt, UnsafePointer<sockaddr>, socklen_t) -> CInt, _ descriptor: CInt,
        _ address: sockaddr_in
    ) -> CInt {
        unsafe withUnsafePointer(to: address) { pointer in
            // The address of IPv4 in its own length.
            unsafe function(
                descriptor, UnsafeRawPointer(pointer).assumingMemoryBound(to: sockaddr.self),
                socklen_t(MemoryLayout<sockaddr_in>.size))
        }
    }

    private func set(_ option: CInt, of level: CInt, to value: CInt) {
        var value = value
        // Each of these options is a C int.
        unsafe _ = setsockopt(
            descriptor, level, option, &value, socklen_t(MemoryLayout<CInt>.size))
    }

    deinit {
        close(descriptor)
    }

    /// Ends as a line does whose network is gone, as far as the server can see: no handshake, and what is
    /// under way is lost.
    func cut() {
        var rest = linger(l_onoff: 1, l_linger: 0)
        // In its own length.
        unsafe _ = setsockopt(
            descriptor, SOL_SOCKET, SO_LINGER, &rest, socklen_t(MemoryLayout<linger>.size))
        end("it was cut off")
    }

    /// The connection stands, or could not be made: asks for the WebSocket.
    func connected(host: String) {
        guard phase == .connecting else { return }
        var (code, size) = (CInt(0), socklen_t(MemoryLayout<CInt>.size))
        // A C int, filled in by the call.
        unsafe _ = getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size)
        guard code == 0 else { return end(SystemFault(code: code).sentence) }
        phase = .upgrading
        send(
            bytes: Array(
                """
                GET /ws HTTP/1.1\r
                Host: \(host)\r
                Upgrade: websocket\r
                Connection: Upgrade\r
                Sec-WebSocket-Version: 13\r
                Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
                Sec-WebSocket-Protocol: \(Subprotocol.name)\r
                \r

                """.utf8))
    }

    /// Takes in all that has come, or what fits into the buffer. `opened` is called once the WebSocket
    /// stands, `message` for each fragment of a message.
    func read(
        into buffer: UnsafeMutableRawBufferPointer, all: Bool = true, opened: () -> Void,
        message: (FrameScanner.Frame) -> Void
    ) {
        while true {
            // The buffer lives for the length of the call.
            let count = unsafe recv(descriptor, buffer.baseAddress, buffer.count, 0)
            if count > 0 {
                unsafe take(UnsafeRawBufferPointer(rebasing: buffer[..<count]), opened, message)
                if isEnded { return }
                if count == buffer.count, all { continue }
                return
            }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN { return }
            let code = errno
            return end(
                count == 0 ? "the server ended the connection" : SystemFault(code: code).sentence)
        }
    }

    private func take(
        _ bytes: UnsafeRawBufferPointer, _ opened: () -> Void,
        _ message: (FrameScanner.Frame) -> Void
    ) {
        guard phase == .upgrading else { return unsafe scan(bytes, message) }
        unsafe head.append(contentsOf: bytes)
        guard let end = head.firstRange(of: [13, 10, 13, 10]) else {
            if head.count > 16 << 10 { self.end("the server's answer has no end") }
            return
        }
        let answer = String(decoding: head[..<end.lowerBound], as: UTF8.self)
        let rest = Array(head[end.upperBound...])
        head = []
        guard answer.hasPrefix("HTTP/1.1 101") else {
            return self.end("refused: \(answer.prefix { $0 != "\r\n" && $0 != "\r" })")
        }
        phase = .open
        wasOpen = true
        // Each acknowledgement of its own would cost the load about as much as all else that it does for a frame.
        set(TCP_QUICKACK, of: CInt(IPPROTO_TCP), to: 0)
        opened()
        // The array outlives the call.
        unsafe rest.withUnsafeBytes { unsafe scan($0, message) }
    }

    private func scan(
        _ bytes: UnsafeRawBufferPointer, _ message: (FrameScanner.Frame) -> Void
    ) {
        do throws(FrameScanner.Fault) {
            unsafe try scanner.take(bytes) { frame in
                switch unsafe frame.opcode {
                case 0, 1, 2: unsafe message(frame)
                case 8: end(Self.words(ofClose: unsafe Array(frame.payload)))
                case 9: send(opcode: 10, unsafe Array(frame.payload))
                default: break
                }
            }
        } catch {
            end(error.sentence)
        }
    }

    private static func words(ofClose payload: [UInt8]) -> String {
        guard payload.count >= 2 else { return "the server closed" }
        let reason = String(decoding: payload[2...], as: UTF8.self)
        return "the server closed with \(Int(payload[0]) << 8 | Int(payload[1])): \(reason)"
    }

    func send(_ message: ClientMessage) {
        var writer = JSONWriter(capacity: 256)
        message.write(to: &writer)
        send(opcode: 1, writer.bytes)
    }

    /// A message in JSON, of less than 64 KiB.
    func send(_ text: String) {
        send(opcode: 1, Array(text.utf8))
    }

    /// A client's frame has to be masked; a mask of zeros leaves the bytes as they are.
    private func send(opcode: UInt8, _ payload: [UInt8]) {
        var bytes: [UInt8] = [0x80 | opcode]
        if payload.count < 126 {
            bytes.append(0x80 | UInt8(payload.count))
        } else {
            bytes += [0x80 | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xff)]
        }
        send(bytes: bytes + [0, 0, 0, 0] + payload)
    }

    /// What is sent is small; a socket that does not take it whole has a server that reads nothing.
    private func send(bytes: [UInt8]) {
        // A part went out perhaps: nothing can follow it.
        guard !isEnded else { return }
        // The array outlives the call.
        let count = unsafe bytes.withUnsafeBytes {
            unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
        }
        if count != bytes.count { end("the server takes nothing") }
    }

    var isEnded: Bool {
        if case .ended = phase { true } else { false }
    }

    /// Whether the server has ended a connection that is not read from.
    var isLetGo: Bool {
        var information = tcp_info()
        var size = socklen_t(MemoryLayout<tcp_info>.size)
        // Filled in by the call.
        let status = unsafe getsockopt(
            descriptor, CInt(IPPROTO_TCP), TCP_INFO, &information, &size)
        return status != 0 || information.tcpi_state != UInt8(TCP_ESTABLISHED)
    }

    private func end(_ reason: String) {
        if !isEnded { phase = .ended(reason) }
    }
}

/// An error of the system.
struct SystemFault: Error {
    let code: CInt

    var sentence: String {
        // A constant text of the C library.
        unsafe String(cString: strerror(code))
    }
}
