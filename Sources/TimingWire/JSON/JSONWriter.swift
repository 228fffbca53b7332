/// Appends JSON to a buffer that is used again and again.
///
/// Nothing is allocated but what the buffer grows by: keys and values go straight to its bytes. The
/// caller's calls must nest rightly; keys are the program's own and are not escaped.
public struct JSONWriter: Sendable {
    public private(set) var bytes: [UInt8]
    /// Whether a value stands before, so that a comma must stand between.
    private var followsValue = false

    /// Goes on after `prefix`, such as the room that a transport wants before a message.
    public init(prefix: [UInt8] = []) {
        bytes = prefix
    }

    public init(capacity: Int) {
        bytes = []
        bytes.reserveCapacity(capacity)
    }

    /// Begins anew after the first `prefix` bytes; the memory stays.
    public mutating func reset(keeping prefix: Int = 0) {
        bytes.removeSubrange(prefix...)
        followsValue = false
    }

    /// The bytes as text; for logs and tests.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    public mutating func beginObject() { open(UInt8(ascii: "{")) }
    public mutating func endObject() { close(UInt8(ascii: "}")) }
    public mutating func beginArray() { open(UInt8(ascii: "[")) }
    public mutating func endArray() { close(UInt8(ascii: "]")) }

    public mutating func key(_ key: String) {
        if followsValue { bytes.append(UInt8(ascii: ",")) }
        quoted(key)
        bytes.append(UInt8(ascii: ":"))
        followsValue = false
    }

    public mutating func null() { word("null") }

    public mutating func bool(_ value: Bool) { word(value ? "true" : "false") }

    public mutating func integer(_ value: Int64) {
        beginValue()
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        var rest = value.magnitude
        let start = bytes.count
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        // The digits came last one first. Reversing a slice would copy the whole buffer.
        var (left, right) = (start, bytes.count - 1)
        while left < right {
            bytes.swapAt(left, right)
            (left, right) = (left + 1, right - 1)
        }
    }

    /// A string whose characters need no escape, as an id's don't.
    public mutating func plain(_ text: String) {
        beginValue()
        quoted(text)
    }

    public mutating func string(_ text: String) {
        guard Self.needsEscape(text) else { return plain(text) }
        beginValue()
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 { escaped(byte) }
        bytes.append(UInt8(ascii: "\""))
    }

    /// A whole value with all that is in it.
    public mutating func json(_ value: JSON) {
        switch value {
        case .null: null()
        case .bool(let value): bool(value)
        case .integer(let value): integer(value)
        case .number(let text): word(text)
        case .string(let text): string(text)
        case .array(let elements):
            beginArray()
            for element in elements { json(element) }
            endArray()
        case .object(let object):
            beginObject()
            for member in object.members {
                string(member.key)
                bytes.append(UInt8(ascii: ":"))
                followsValue = false
                json(member.value)
            }
            endObject()
        }
    }

    /// The text as it is.
    private mutating func quoted(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        append(text)
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func append(_ text: String) {
        var text = text
        // The closure keeps nothing of what it is lent.
        text.withUTF8 { unsafe bytes.append(contentsOf: $0) }
    }

    private mutating func open(_ bracket: UInt8) {
        beginValue()
        bytes.append(bracket)
        followsValue = false
    }

    private mutating func close(_ bracket: UInt8) {
        bytes.append(bracket)
        followsValue = true
    }

    private mutating func word(_ word: String) {
        beginValue()
        append(word)
    }

    private mutating func beginValue() {
        if followsValue { bytes.append(UInt8(ascii: ",")) }
        followsValue = true
    }

    private static func needsEscape(_ text: String) -> Bool {
        var text = text
        // The closure keeps nothing of what it is lent.
        return text.withUTF8 { unsafe $0.contains(where: needsEscape) }
    }

    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private mutating func escaped(_ byte: UInt8) {
        guard Self.needsEscape(byte) else { return bytes.append(byte) }
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
        case UInt8(ascii: "\n"): bytes.append(UInt8(ascii: "n"))
        case UInt8(ascii: "\r"): bytes.append(UInt8(ascii: "r"))
        case UInt8(ascii: "\t"): bytes.append(UInt8(ascii: "t"))
        default:
            bytes.append(contentsOf: "u00".utf8)
            bytes.append(Self.digit(byte >> 4))
            bytes.append(Self.digit(byte & 0xF))
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
