import CLinux

/// What stands behind a key in a message, found without reading the rest of it: every message to thousands
/// of spectators is looked at.
struct Stamp {
    /// What a message is; a text.
    static let type = Stamp("type")
    /// When a frame was made.
    static let time = Stamp("time")
    /// What a frame leads to.
    static let seq = Stamp("seq")
    /// The log that `seq` is of; a text.
    static let epoch = Stamp("epoch")
    /// The instant of a split.
    static let at = Stamp("at")

    private let key: [UInt8]

    private init(_ name: String) {
        key = Array("\"\(name)\":".utf8)
    }

    func first(in message: UnsafeRawBufferPointer) -> Int64? {
        unsafe next(in: message, from: 0)?.value
    }

    func greatest(in message: UnsafeRawBufferPointer) -> Int64? {
        var (found, offset) = (Int64?.none, 0)
        while let next = unsafe next(in: message, from: offset) {
            found = max(found ?? next.value, next.value)
            offset = next.end
        }
        return found
    }

    /// A text without anything in it that would have to be escaped.
    func firstText(in message: UnsafeRawBufferPointer) -> String? {
        guard let start = unsafe place(in: message, from: 0), start < message.count,
            unsafe message[start] == UInt8(ascii: "\"")
        else { return nil }
        let text = unsafe message[(start + 1)...].prefix { $0 != UInt8(ascii: "\"") }
        return unsafe String(decoding: text, as: UTF8.self)
    }

    /// Where the value behind the key begins.
    private func place(in message: UnsafeRawBufferPointer, from offset: Int) -> Int? {
        guard offset < message.count, let start = message.baseAddress else { return nil }
        // Both lie where they are for the length of the call.
        let hit = unsafe key.withUnsafeBytes {
            unsafe memmem(start + offset, message.count - offset, $0.baseAddress!, $0.count)
        }
        return unsafe hit.map { unsafe UnsafeRawPointer($0) - start + key.count }
    }

    private func next(
        in message: UnsafeRawBufferPointer, from offset: Int
    ) -> (value: Int64, end: Int)? {
        guard var place = unsafe place(in: message, from: offset) else { return nil }
        var value: Int64 = 0
        while place < message.count, case let digit = unsafe message[place],
            (48...57).contains(digit)
        {
            value = value &* 10 &+ Int64(digit - 48)
            place += 1
        }
        return (value, place)
    }
}

/// What a message of the server is, by its beginning.
enum MessageStart {
    case update, snapshot, error, other

    private static let startOfUpdate = Array("{\"type\":\"update\"".utf8)

    init(of message: UnsafeRawBufferPointer) {
        // Nearly all are, and are quickly told.
        if unsafe message.starts(with: Self.startOfUpdate) {
            self = .update
            return
        }
        // An answer has its subscription's id in front.
        let head = unsafe UnsafeRawBufferPointer(rebasing: message.prefix(128))
        switch unsafe Stamp.type.firstText(in: head) {
        case "snapshot": self = .snapshot
        case "error": self = .error
        default: self = .other
        }
    }
}
