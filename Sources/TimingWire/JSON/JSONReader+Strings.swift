extension JSONReader {
    /// The text between two quotes, the first of which the caller saw.
    mutating func string() throws(JSONError) -> String {
        position += 1
        var text = ""
        /// Where the bytes begin that are not yet in `text`: without an escape, all of them.
        var copied = position
        var isASCII = true
        while true {
            skipPlainCharacters()
            switch try peek() {
            case UInt8(ascii: "\""):
                let rest = characters(copied..<position, areASCII: isASCII)
                position += 1
                return text.isEmpty ? rest : text + rest
            case UInt8(ascii: "\\"):
                text += characters(copied..<position, areASCII: isASCII)
                text.unicodeScalars.append(try escape())
                copied = position
            case let byte where byte < 0x20:
                throw JSONError(.controlCharacter(byte), at: position)
            default:
                isASCII = false
                try multibyteCharacter()
            }
        }
    }

    /// The text of these bytes, which the reader went past as whole characters.
    private func characters(_ range: Range<Int>, areASCII: Bool) -> String {
        // Well-formed, or `multibyteCharacter` had thrown.
        unsafe String(
            copying: UTF8Span(unchecked: bytes.span.extracting(range), isKnownASCII: areASCII))
    }

    /// Goes past characters of one byte that stand for themselves.
    private mutating func skipPlainCharacters() {
        var end = position
        while end < bytes.count, Self.isPlain(bytes[end]) { end += 1 }
        position = end
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        0x20..<0x80 ~= byte && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    /// The character that an escape stands for. Two `\u` that are a surrogate pair are one.
    private mutating func escape() throws(JSONError) -> Unicode.Scalar {
        let start = position
        position += 1
        let byte = try peek()
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): break
        default: throw JSONError(.invalidEscape, at: start)
        }
        let first = try hexadecimal()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard UTF16.isLeadSurrogate(first), position + 1 < bytes.count,
            bytes[position] == UInt8(ascii: "\\"), bytes[position + 1] == UInt8(ascii: "u")
        else { throw JSONError(.loneSurrogate, at: start) }
        position += 2
        let second = try hexadecimal()
        guard UTF16.isTrailSurrogate(second) else { throw JSONError(.loneSurrogate, at: start) }
        return UTF16.decode(.init(lead: first, trail: second))
    }

    /// Four hexadecimal digits.
    private mutating func hexadecimal() throws(JSONError) -> UInt16 {
        var value: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = Character(Unicode.Scalar(try peek())).hexDigitValue else {
                throw JSONError(.invalidEscape, at: position)
            }
            value = value << 4 | UInt16(digit)
            position += 1
        }
        return value
    }

    /// Goes past a character of two to four bytes that is well-formed: no longer than it need be,
    /// no surrogate, not past U+10FFFF (The Unicode Standard, table 3-7).
    private mutating func multibyteCharacter() throws(JSONError) {
        let second: ClosedRange<UInt8>
        let rest: Int
        switch bytes[position] {
        case 0xC2...0xDF: (second, rest) = (0x80...0xBF, 0)
        case 0xE0: (second, rest) = (0xA0...0xBF, 1)
        case 0xE1...0xEC, 0xEE...0xEF: (second, rest) = (0x80...0xBF, 1)
        case 0xED: (second, rest) = (0x80...0x9F, 1)
        case 0xF0: (second, rest) = (0x90...0xBF, 2)
        case 0xF1...0xF3: (second, rest) = (0x80...0xBF, 2)
        case 0xF4: (second, rest) = (0x80...0x8F, 2)
        default: throw JSONError(.invalidUTF8, at: position)
        }
        let start = position
        position += 1
        guard second.contains(try peek()) else { throw JSONError(.invalidUTF8, at: start) }
        position += 1
        for _ in 0..<rest {
            guard (0x80...0xBF).contains(try peek()) else {
                throw JSONError(.invalidUTF8, at: start)
            }
            position += 1
        }
    }
}

extension UTF16 {
    fileprivate struct Pair {
        var lead: UInt16
        var trail: UInt16
    }

    /// The character of a surrogate pair: ten bits of each half above U+FFFF.
    fileprivate static func decode(_ pair: Pair) -> Unicode.Scalar {
        let value = 0x10000 + (UInt32(pair.lead & 0x3FF) << 10 | UInt32(pair.trail & 0x3FF))
        guard let scalar = Unicode.Scalar(value) else {
            preconditionFailure("two times ten bits above U+FFFF end at U+10FFFF")
        }
        return scalar
    }
}
