/// Reads one JSON text strictly by RFC 8259.
///
/// Stricter than the standard asks: a key that comes twice, a number that can't be held exactly or
/// at all, half a surrogate pair and deep nesting are errors, because each of them means different
/// things to different readers, and a race result must not depend on who read it. Keys are the same
/// where Unicode says that they are, however their accents are composed.
public struct JSONReader {
    /// How deep arrays and objects may nest.
    public static let deepest = 32

    /// Above this many members the search for a key that comes twice goes through a set.
    private static let scannedMembers = 16

    let bytes: [UInt8]
    var position = 0

    /// The value that the bytes are the text of, with nothing but white space around it.
    public static func read(_ bytes: [UInt8]) throws(JSONError) -> JSON {
        var reader = JSONReader(bytes: bytes)
        let value = try reader.value(depth: 0)
        reader.skipSpace()
        guard reader.position == bytes.count else {
            throw JSONError(.trailingBytes, at: reader.position)
        }
        return value
    }

    /// The same for bytes that someone else owns; they are copied, so nothing is kept of them.
    public static func read(_ buffer: UnsafeRawBufferPointer) throws(JSONError) -> JSON {
        // The caller keeps the buffer alive for the call, and the copy is all that outlives it.
        let bytes = unsafe [UInt8](buffer)
        return try read(bytes)
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private mutating func value(depth: Int) throws(JSONError) -> JSON {
        skipSpace()
        switch try peek() {
        case UInt8(ascii: "{"): return .object(try object(depth: depth + 1))
        case UInt8(ascii: "["): return .array(try array(depth: depth + 1))
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        case let byte: throw JSONError(.unexpectedByte(byte), at: position)
        }
    }

    private mutating func object(depth: Int) throws(JSONError) -> JSON.Object {
        try open(depth: depth)
        var members: [JSON.Object.Member] = []
        var keys: Set<String> = []
        if try closes(with: UInt8(ascii: "}")) { return JSON.Object() }
        // Hardly a message has more, so that one piece of memory is enough for them.
        if depth == 1 { members.reserveCapacity(Self.scannedMembers) }
        while true {
            skipSpace()
            let offset = position
            guard try peek() == UInt8(ascii: "\"") else {
                throw JSONError(.unexpectedByte(bytes[position]), at: position)
            }
            let key = try string()
            if members.count == Self.scannedMembers { keys = Set(members.map(\.key)) }
            let isNew =
                members.count < Self.scannedMembers
                ? !members.contains { $0.key == key } : keys.insert(key).inserted
            guard isNew else { throw JSONError(.duplicateKey(key), at: offset) }
            skipSpace()
            try expect(UInt8(ascii: ":"))
            members.append(.init(key, try value(depth: depth)))
            if try endsElement(closing: UInt8(ascii: "}")) { return .init(unique: members) }
        }
    }

    private mutating func array(depth: Int) throws(JSONError) -> [JSON] {
        try open(depth: depth)
        var elements: [JSON] = []
        if try closes(with: UInt8(ascii: "]")) { return [] }
        while true {
            elements.append(try value(depth: depth))
            if try endsElement(closing: UInt8(ascii: "]")) { return elements }
        }
    }

    /// Takes the bracket that the caller saw.
    private mutating func open(depth: Int) throws(JSONError) {
        guard depth <= Self.deepest else { throw JSONError(.tooDeep, at: position) }
        position += 1
    }

    /// Whether an array or object that was just opened is empty; takes its end if so.
    private mutating func closes(with closing: UInt8) throws(JSONError) -> Bool {
        skipSpace()
        guard try peek() == closing else { return false }
        position += 1
        return true
    }

    /// Takes the comma after an element, or the end of all of them.
    private mutating func endsElement(closing: UInt8) throws(JSONError) -> Bool {
        skipSpace()
        switch try peek() {
        case closing:
            position += 1
            return true
        case UInt8(ascii: ","):
            position += 1
            return false
        case let byte: throw JSONError(.unexpectedByte(byte), at: position)
        }
    }

    private mutating func word(_ word: String, _ value: JSON) throws(JSONError) -> JSON {
        for byte in word.utf8 { try expect(byte) }
        return value
    }

    mutating func expect(_ byte: UInt8) throws(JSONError) {
        let found = try peek()
        guard found == byte else { throw JSONError(.unexpectedByte(found), at: position) }
        position += 1
    }

    func peek() throws(JSONError) -> UInt8 {
        guard position < bytes.count else { throw JSONError(.unexpectedEnd, at: position) }
        return bytes[position]
    }

    private mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                position += 1
            default: return
            }
        }
    }
}
