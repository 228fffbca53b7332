import CLinux

/// A whole number behind a key in a message, found without reading the rest of it: every message to
/// thousands of spectators is looked at.
struct Stamp {
    /// When a frame was made.
    static let time = Stamp("time")
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

    private func next(
        in message: UnsafeRawBufferPointer, from offset: Int
    ) -> (value: Int64, end: Int)? {
        guard offset < message.count, let start = message.baseAddress else { return nil }
        // Both lie where they are for the length of the call.
        guard
            let hit = unsafe key.withUnsafeBytes({
                unsafe memmem(start + offset, message.count - offset, $0.baseAddress!, $0.count)
            })
        else { return nil }
        var place = unsafe UnsafeRawPointer(hit) - start + key.count
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

/// The kinds of message that are told apart by how they begin.
enum MessageStart {
    static let update = Array("{\"type\":\"update\"".utf8)
    static let snapshot = Array("{\"type\":\"snapshot\"".utf8)
    static let error = Array("{\"type\":\"error\"".utf8)
}
