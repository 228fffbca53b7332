/// The 128-bit FNV-1a hash of what was added to it.
struct FNVHash {
    /// Before anything is added, the offset basis.
    private(set) var value: UInt128 = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D

    mutating func add(_ byte: UInt8) {
        let prime: UInt128 = (1 << 88) + 0x13B
        value = (value ^ UInt128(byte)) &* prime
    }
}

// JSON is added as the bytes that `JSONWriter` writes for it, with the members of objects in order of
// their keys' bytes.
extension FNVHash {
    mutating func add(_ object: JSON.Object) {
        add(UInt8(ascii: "{"))
        var isFirst = true
        for place in object.placesByKey {
            if !isFirst { add(UInt8(ascii: ",")) }
            isFirst = false
            add(quoted: object.members[place.index].key)
            add(UInt8(ascii: ":"))
            add(object.members[place.index].value)
        }
        add(UInt8(ascii: "}"))
    }

    private mutating func add(_ elements: [JSON]) {
        add(UInt8(ascii: "["))
        for (index, element) in elements.enumerated() {
            if index > 0 { add(UInt8(ascii: ",")) }
            add(element)
        }
        add(UInt8(ascii: "]"))
    }

    private mutating func add(_ value: JSON) {
        switch value {
        case .null: add("null")
        case .bool(let value): add(value ? "true" : "false")
        case .integer(let value): value.withDigits { add($0) }
        case .number(let text): add(text)
        case .string(let text): add(quoted: text)
        case .array(let elements): add(elements)
        case .object(let object): add(object)
        }
    }

    private mutating func add(quoted text: String) {
        add(UInt8(ascii: "\""))
        let characters = text.utf8.span
        for index in characters.indices {
            if JSONWriter.needsEscape(characters[index]) {
                add(JSONWriter.escape(characters[index]))
            } else {
                add(characters[index])
            }
        }
        add(UInt8(ascii: "\""))
    }

    private mutating func add(_ text: String) { add(text.utf8.span) }

    private mutating func add(_ characters: Span<UInt8>) {
        for index in characters.indices { add(characters[index]) }
    }
}
