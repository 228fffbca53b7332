import Glibc

/// A peer on a bare blocking socket, which sends and reads exactly what a test says.
final class RawClient {
    struct Frame: Equatable {
        var opcode: UInt8
        var isFinal: Bool
        var payload: [UInt8]

        var text: String { String(decoding: payload, as: UTF8.self) }

        /// The code of a close frame.
        var closeCode: Int? {
            payload.count < 2 ? nil : Int(payload[0]) << 8 | Int(payload[1])
        }
    }

    struct Response {
        var status: Int
        var head: String
        var body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }
    }

    struct Failure: Error {
        let what: String
    }

    let descriptor: CInt
    private var unread: [UInt8] = []
    private(set) var tls: TLSPeer?

    /// - Parameter offering: what to offer by ALPN, over TLS.
    init(
        port: UInt16, receiveBuffer: CInt? = nil, over transport: Transport = .tcp,
        offering: [String] = []
    ) throws {
        descriptor = socket(AF_INET, 1, 0)
        let size = socklen_t(MemoryLayout<CInt>.size)
        if var receiveBuffer {
            unsafe _ = setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, size)
        }
        // Long for loopback, so that a test that goes wrong ends.
        var limit = timeval(tv_sec: 10, tv_usec: 0)
        unsafe _ = setsockopt(
            descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let status = unsafe withUnsafePointer(to: &address) { pointer in
            // The address of IPv4 in its own length.
            unsafe connect(
                descriptor, UnsafeRawPointer(pointer).assumingMemoryBound(to: sockaddr.self),
                socklen_t(MemoryLayout<sockaddr_in>.size))
        }
        guard status == 0 else { throw Failure(what: "connect: \(errno)") }
        if transport == .tls { tls = try TLSPeer(on: descriptor, offering: offering) }
    }

    deinit {
        close(descriptor)
    }

    // MARK: Bytes

    func send(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            // The array holds the bytes for the length of the call.
            let count = unsafe rest.withUnsafeBytes {
                unsafe tls?.send($0)
                    ?? Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Failure(what: "send: \(errno)") }
            rest = rest.dropFirst(count)
        }
    }

    func send(_ text: String) throws {
        try send(Array(text.utf8))
    }

    /// Reads some more. Answers false at the end of the stream.
    private func readMore() throws -> Bool {
        let size = 65536
        var bytes = [UInt8](repeating: 0, count: size)
        // The array holds the bytes for the length of the calls.
        if let tls {
            guard let count = unsafe bytes.withUnsafeMutableBytes({ unsafe tls.receive($0) }) else {
                throw Failure(what: "nothing came in time")
            }
            unread += bytes.prefix(count)
            return count > 0
        }
        let count = unsafe bytes.withUnsafeMutableBytes {
            unsafe recv(descriptor, $0.baseAddress, size, 0)
        }
        bytes.removeLast(size - max(0, count))
        if bytes.isEmpty, errno == EAGAIN || errno == EWOULDBLOCK, !isAtEnd {
            throw Failure(what: "nothing came in time")
        }
        unread += bytes
        return !bytes.isEmpty
    }

    /// Whether the peer has closed.
    private var isAtEnd: Bool {
        var byte: UInt8 = 0
        // One byte, which stays in the socket.
        let count = unsafe recv(descriptor, &byte, 1, CInt(MSG_PEEK) | CInt(MSG_DONTWAIT))
        return count == 0 || (count < 0 && errno != EAGAIN)
    }

    func waitForEnd() throws -> Bool {
        while try readMore() {}
        return true
    }

    private func take(_ count: Int) throws -> [UInt8]? {
        while unread.count < count {
            guard try readMore() else { return nil }
        }
        defer { unread.removeFirst(count) }
        return Array(unread.prefix(count))
    }

    /// Nothing more is sent; the other way stays open.
    func finishSending() {
        shutdown(descriptor, CInt(SHUT_WR))
    }

    // MARK: HTTP

    func request(_ line: String, _ headers: [String] = [], body: [UInt8] = []) throws {
        var lines = ["\(line) HTTP/1.1", "Host: test"] + headers
        if !body.isEmpty { lines.append("Content-Length: \(body.count)") }
        try send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)
    }

    func response(hasBody: Bool = true) throws -> Response {
        let end: [UInt8] = [13, 10, 13, 10]
        var searched = 0
        var headEnd: Int?
        while headEnd == nil {
            while searched + 4 <= unread.count {
                if Array(unread[searched..<searched + 4]) == end {
                    headEnd = searched + 4
                    break
                }
                searched += 1
            }
            if headEnd == nil {
                guard try readMore() else { throw Failure(what: "the stream ended in a head") }
            }
        }
        let head = String(decoding: try take(headEnd!)!, as: UTF8.self)
        let status = Int(head.split(separator: " ")[1]) ?? 0
        let length = head.split(separator: "\r\n").first {
            $0.lowercased().hasPrefix("content-length:")
        }
        let count = length.flatMap { Int($0.dropFirst(15).filter { $0 != " " }) } ?? 0
        let body = hasBody ? try take(count) : []
        guard let body else { throw Failure(what: "the stream ended in a body") }
        return Response(status: status, head: head, body: body)
    }

    // MARK: WebSocket

    static let upgradeHeaders = [
        "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    ]

    /// Opens a WebSocket at `/ws`.
    static func open(
        port: UInt16, subprotocol: String = "livetiming.v1.json", receiveBuffer: CInt? = nil,
        over transport: Transport = .tcp
    ) throws -> RawClient {
        let client = try RawClient(port: port, receiveBuffer: receiveBuffer, over: transport)
        try client.request(
            "GET /ws", upgradeHeaders + ["Sec-WebSocket-Protocol: \(subprotocol)"])
        let response = try client.response()
        guard response.status == 101 else { throw Failure(what: "refused: \(response.status)") }
        return client
    }

    func sendFrame(_ opcode: UInt8, _ payload: [UInt8] = [], isFinal: Bool = true) throws {
        try send(Self.frame(opcode, payload, isFinal: isFinal))
    }

    /// A masked frame as it goes over the wire.
    static func frame(_ opcode: UInt8, _ payload: [UInt8], isFinal: Bool = true) -> [UInt8] {
        var bytes: [UInt8] = [opcode | (isFinal ? 0x80 : 0)]
        if payload.count < 126 {
            bytes.append(0x80 | UInt8(payload.count))
        } else if payload.count < 65536 {
            bytes += [0x80 | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xff)]
        } else {
            bytes.append(0x80 | 127)
            bytes += (0..<8).reversed().map { UInt8(payload.count >> ($0 * 8) & 0xff) }
        }
        let mask: [UInt8] = [0x37, 0xfa, 0x21, 0x3d]
        bytes += mask
        return bytes + payload.enumerated().map { $1 ^ mask[$0 & 3] }
    }

    func sendText(_ text: String) throws {
        try sendFrame(1, Array(text.utf8))
    }

    func sendClose(_ code: Int) throws {
        try sendFrame(8, [UInt8(code >> 8), UInt8(code & 0xff)])
    }

    /// The next frame, or nil at the end of the stream. A masked or overlong one is a failure.
    func frame() throws -> Frame? {
        guard let start = try take(2) else { return nil }
        var count = Int(start[1])
        guard count < 128, start[0] & 0x70 == 0 else { throw Failure(what: "a corrupt frame") }
        if count >= 126 {
            guard let more = try take(count == 126 ? 2 : 8) else { return nil }
            count = more.reduce(0) { $0 << 8 | Int($1) }
        }
        guard count < 1 << 24 else { throw Failure(what: "an absurd frame") }
        guard let payload = try take(count) else { return nil }
        return Frame(opcode: start[0] & 15, isFinal: start[0] & 0x80 != 0, payload: payload)
    }

    /// The next whole message, with the control frames in between noted.
    func message(controls: ((Frame) -> Void)? = nil) throws -> Frame? {
        var whole: Frame?
        while let frame = try frame() {
            if frame.opcode >= 8 {
                controls?(frame)
                if controls == nil || frame.opcode == 8 { return frame }
                continue
            }
            if whole == nil {
                whole = frame
            } else {
                guard frame.opcode == 0 else { throw Failure(what: "a message within another") }
                whole!.payload += frame.payload
            }
            if frame.isFinal { return whole }
        }
        return nil
    }
}
