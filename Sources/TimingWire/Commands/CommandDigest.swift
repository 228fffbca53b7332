/// A fingerprint of a command's fields, kept with its id: a repeat has the same one, and another
/// command under the same id another.
///
/// It is the 128-bit FNV-1a hash of the object as JSON without white space, members in order of their
/// keys' bytes at every level. Every field that was sent counts, also one that this version does not
/// know: the repeat of a command stays a repeat when the server has learned of the field meanwhile.
/// Nothing of the connection counts, so a command is the same over whatever it comes. The value is
/// kept on disk and must never change. It guards against mistakes, not against forgers: who forges
/// one gains the answer to their own command.
public struct CommandDigest: Hashable, Sendable {
    public let high: UInt64
    public let low: UInt64

    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    init(of object: JSON.Object) {
        var hash = FNVHash()
        hash.add(object)
        self.init(hash)
    }

    init(_ hash: FNVHash) {
        self.init(
            high: UInt64(truncatingIfNeeded: hash.value >> 64),
            low: UInt64(truncatingIfNeeded: hash.value))
    }

    /// From the 32 hexadecimal digits that `description` gives; nil from anything else.
    public init?(_ text: String) {
        let digits = Array(text.utf8)
        guard digits.count == 32, !digits.contains(UInt8(ascii: "+")),
            let high = UInt64(text.prefix(16), radix: 16),
            let low = UInt64(text.suffix(16), radix: 16)
        else { return nil }
        self.init(high: high, low: low)
    }
}

extension CommandDigest: CustomStringConvertible {
    public var description: String { String(decoding: digits, as: UTF8.self) }

    /// The 32 hexadecimal digits of it.
    public var digits: [UInt8] {
        var digits = [UInt8](repeating: 0, count: 32)
        var rest = UInt128(high) << 64 | UInt128(low)
        for place in digits.indices.reversed() {
            let digit = UInt8(truncatingIfNeeded: rest & 0xF)
            digits[place] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
            rest >>= 4
        }
        return digits
    }
}
