import SplitCore

extension Identifier {
    /// A new id: a UUIDv7 (RFC 9562), so that ids sort by the time at which they were made.
    static func unique(at instant: Timestamp) -> Self {
        let milliseconds = UInt64(max(0, instant.microseconds / 1000)) & 0xFFFF_FFFF_FFFF
        let high = milliseconds << 16 | 0x7000 | UInt64.random(in: 0...0xFFF)
        let low = 0x8000_0000_0000_0000 | UInt64.random(in: 0...0x3FFF_FFFF_FFFF_FFFF)
        let digits = Array(high.hexadecimal + low.hexadecimal)
        let groups = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
        guard let id = Self(groups.joined(separator: "-")) else {
            preconditionFailure("hexadecimal digits and hyphens make an id")
        }
        return id
    }
}

/// Names the time through which the `seq` of a log goes up.
enum LogEpoch {
    /// Has only to be another one than the log had before. Short, as it is in every frame: 64 random bits.
    static func unique() -> String {
        String(UInt64.random(in: .min ... .max), radix: 36)
    }
}

extension UInt64 {
    fileprivate var hexadecimal: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
