/// Takes the frames of a WebSocket out of its bytes as they come. For readers that look at every byte of
/// thousands of connections: what is whole is handed on where it lies.
struct FrameScanner {
    @unsafe
    struct Frame {
        let opcode: UInt8
        /// Whether a message ends with it.
        let isFinal: Bool
        /// Lives for the length of the call.
        let payload: UnsafeRawBufferPointer

        /// Whether a message begins with it.
        var isFirst: Bool { unsafe opcode != 0 }
    }

    /// What a server may not send.
    struct Fault: Error, Equatable {
        let sentence: String
    }

    /// The longest frame that is believed.
    static let longest = 16 << 20

    /// The beginning of a frame whose end has not come.
    private var rest: [UInt8] = []

    /// Hands on every frame that is whole with these bytes; keeps what is left.
    mutating func take(
        _ bytes: UnsafeRawBufferPointer, _ handle: (Frame) -> Void
    ) throws(Fault) {
        if rest.isEmpty {
            let used = unsafe try Self.scan(bytes, handle)
            // The caller's bytes live for the length of the call and are copied within it.
            if used < bytes.count { unsafe rest = Array(bytes[used...]) }
            return
        }
        unsafe rest.append(contentsOf: bytes)
        var fault: Fault?
        var used = 0
        // The array is not touched while its bytes are looked at.
        unsafe rest.withUnsafeBytes { all in
            do throws(Fault) { used = unsafe try Self.scan(all, handle) } catch { fault = error }
        }
        if let fault { throw fault }
        if used == rest.count { rest = [] } else { rest.removeFirst(used) }
    }

    /// Answers how many bytes belong to frames that are whole.
    private static func scan(
        _ bytes: UnsafeRawBufferPointer, _ handle: (Frame) -> Void
    ) throws(Fault) -> Int {
        var offset = 0
        while bytes.count - offset >= 2 {
            let (first, second) = unsafe (bytes[offset], bytes[offset + 1])
            guard first & 0x70 == 0, second & 0x80 == 0 else {
                throw Fault(sentence: "the server sent a frame that is none")
            }
            var (head, count) = (2, Int(second))
            if count >= 126 {
                let digits = count == 126 ? 2 : 8
                head += digits
                guard bytes.count - offset >= head else { break }
                count = unsafe bytes[offset + 2..<offset + head].reduce(0) {
                    $0 << 8 | Int($1)
                }
            }
            guard (0...longest).contains(count) else {
                throw Fault(
                    sentence: "the server sent a frame that is too long to be one of a board")
            }
            guard bytes.count - offset >= head + count else { break }
            let payload = unsafe UnsafeRawBufferPointer(
                rebasing: bytes[offset + head..<offset + head + count])
            unsafe handle(
                Frame(opcode: first & 15, isFinal: first & 0x80 != 0, payload: payload))
            offset += head + count
        }
        return offset
    }
}
