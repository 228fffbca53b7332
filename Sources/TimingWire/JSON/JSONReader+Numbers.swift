extension JSONReader {
    /// An integer where the text has neither fraction nor exponent; else the text itself.
    mutating func number() throws(JSONError) -> JSON {
        let start = position
        let isNegative = try peek() == UInt8(ascii: "-")
        if isNegative { position += 1 }
        let firstDigit = position
        try digits()
        if bytes[firstDigit] == UInt8(ascii: "0"), position > firstDigit + 1 {
            throw JSONError(.invalidNumber, at: firstDigit)
        }
        var isInteger = true
        if takes(UInt8(ascii: ".")) {
            isInteger = false
            try digits()
        }
        if takes(UInt8(ascii: "e")) || takes(UInt8(ascii: "E")) {
            isInteger = false
            if !takes(UInt8(ascii: "-")) { _ = takes(UInt8(ascii: "+")) }
            try digits()
        }
        if isInteger {
            guard let value = integer(of: firstDigit..<position, isNegative: isNegative) else {
                throw JSONError(.numberTooLarge, at: start)
            }
            return .integer(value)
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        guard let value = Double(text), value.isFinite else {
            throw JSONError(.numberTooLarge, at: start)
        }
        return .number(text)
    }

    /// What these digits come to; nil where 64 bits can't hold it.
    private func integer(of digits: Range<Int>, isNegative: Bool) -> Int64? {
        // Below zero, where there is one integer more than above.
        var value: Int64 = 0
        for byte in bytes[digits] {
            let (tens, isBelow) = value.multipliedReportingOverflow(by: 10)
            let (sum, isFarBelow) = tens.subtractingReportingOverflow(
                Int64(byte - UInt8(ascii: "0")))
            guard !isBelow, !isFarBelow else { return nil }
            value = sum
        }
        return isNegative ? value : Int64(exactly: value.magnitude)
    }

    /// At least one digit.
    private mutating func digits() throws(JSONError) {
        let start = position
        while position < bytes.count, Self.isDigit(bytes[position]) { position += 1 }
        guard position > start else {
            throw JSONError(position < bytes.count ? .invalidNumber : .unexpectedEnd, at: position)
        }
    }

    private mutating func takes(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
