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
        value.withDigits { append($0) }
    }

    /// A string whose characters need no escape, as an id's don't.
    public mutating func plain(_ text: String) {
        beginValue()
        quoted(text)
    }

    public mutating func string(_ text: String) {
        let characters = text.utf8.span
        guard Self.needEscapes(characters) else { return plain(text) }
        beginValue()
        bytes.append(UInt8(ascii: "\""))
        for index in characters.indices {
            if Self.needsEscape(characters[index]) {
                append(Self.escape(characters[index]).utf8.span)
            } else {
                bytes.append(characters[index])
            }
        }
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

    private mutating func quoted(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        append(text.utf8.span)
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func append(_ characters: Span<UInt8>) {
        // They are copied, so nothing is kept of what is lent here.
        unsafe characters.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
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
        append(word.utf8.span)
    }

    private mutating func beginValue() {
        if followsValue { bytes.append(UInt8(ascii: ",")) }
        followsValue = true
    }

    private static func needEscapes(_ characters: Span<UInt8>) -> Bool {
        for index in characters.indices where needsEscape(characters[index]) { return true }
        return false
    }

    static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    /// What stands in a string for a character that needs an escape.
    static func escape(_ byte: UInt8) -> String {
        switch byte {
        case UInt8(ascii: "\""): "\\\""
        case UInt8(ascii: "\\"): "\\\\"
        case UInt8(ascii: "\n"): "\\n"
        case UInt8(ascii: "\r"): "\\r"
        case UInt8(ascii: "\t"): "\\t"
        default: (byte < 0x10 ? "\\u000" : "\\u00") + String(byte, radix: 16)
        }
    }
}

extension Int64 {
    /// Lends its decimal digits, after a sign where it is below zero.
    func withDigits(_ body: (Span<UInt8>) -> Void) {
        // Of an integer of 64 bits there are up to 19, and the last one comes first.
        var characters = InlineArray<20, UInt8>(repeating: 0)
        var start = characters.count
        var rest = magnitude
        repeat {
            start -= 1
            characters[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        } while rest > 0
        if self < 0 {
            start -= 1
            characters[start] = UInt8(ascii: "-")
        }
        body(characters.span.extracting(start...))
    }
}
