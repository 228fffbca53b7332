/// Why bytes are not JSON, and at which byte.
public struct JSONError: Error, Hashable, Sendable {
    public enum Reason: Hashable, Sendable {
        /// The text ends in the middle of a value.
        case unexpectedEnd
        case unexpectedByte(UInt8)
        /// Something other than white space follows the value.
        case trailingBytes
        /// Arrays and objects nest deeper than `JSONReader.deepest`.
        case tooDeep
        case duplicateKey(String)
        case invalidUTF8
        /// A control character stands in a string without an escape.
        case controlCharacter(UInt8)
        case invalidEscape
        /// Half of a surrogate pair, which is no character.
        case loneSurrogate
        case invalidNumber
        /// An integer that 64 bits can't hold, or a number beyond what a double can.
        case numberTooLarge
    }

    public let reason: Reason
    /// Counted from 0.
    public let offset: Int

    init(_ reason: Reason, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }
}

extension JSONError: CustomStringConvertible {
    public var description: String { "\(reason.words) at byte \(offset)" }
}

extension JSONError.Reason {
    fileprivate var words: String {
        switch self {
        case .unexpectedEnd: "the text ends in the middle of a value"
        case .unexpectedByte(let byte): "unexpected \(Self.name(of: byte))"
        case .trailingBytes: "something follows the value"
        case .tooDeep: "arrays and objects nest deeper than \(JSONReader.deepest)"
        case .duplicateKey(let key): "the key \(key.quotedForMessage) comes twice"
        case .invalidUTF8: "invalid UTF-8"
        case .controlCharacter(let byte): "unescaped control character \(Self.name(of: byte))"
        case .invalidEscape: "invalid escape"
        case .loneSurrogate: "half of a surrogate pair"
        case .invalidNumber: "invalid number"
        case .numberTooLarge: "number too large"
        }
    }

    private static func name(of byte: UInt8) -> String {
        (0x21..<0x7f).contains(byte)
            ? "`\(Character(Unicode.Scalar(byte)))`" : "byte 0x\(String(byte, radix: 16))"
    }
}

extension String {
    /// The text in quotes for an error message, cut where it is long: what comes from outside must
    /// not swell an answer.
    var quotedForMessage: String {
        let longest = 40
        let cut = unicodeScalars.prefix(longest)
        let shown = cut.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : String($0) }
        return "“\(shown.joined())\(cut.endIndex < endIndex ? "…" : "")”"
    }
}
