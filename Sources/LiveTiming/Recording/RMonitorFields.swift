/// Why a record could not be read.
struct MalformedRecord: Error, Equatable {
    let reason: String
}

/// The fields of one line, read one after the other.
struct RMonitorFields {
    private var rest: ArraySlice<String>
    private let count: Int

    /// Takes a line apart at its commas. A text in quotes may have commas in it, and a doubled quote
    /// stands for one.
    init(_ line: String) throws(MalformedRecord) {
        var fields: [String] = []
        var field = ""
        var isQuoted = false
        var isClosed = false
        var scalars = line.unicodeScalars.makeIterator()
        var current = scalars.next()
        while let scalar = current {
            current = scalars.next()
            switch scalar {
            case "\"" where isQuoted && current == "\"":
                field.append("\"")
                current = scalars.next()
            case "\"" where isQuoted:
                isQuoted = false
                isClosed = true
            case "\"" where field.isEmpty && !isClosed:
                isQuoted = true
            case "," where !isQuoted:
                fields.append(field)
                field = ""
                isClosed = false
            case _ where isClosed:
                throw MalformedRecord(
                    reason: "text after the closing quote of field \(fields.count)")
            default:
                field.unicodeScalars.append(scalar)
            }
        }
        guard !isQuoted else {
            throw MalformedRecord(reason: "the quotes of field \(fields.count) are not closed")
        }
        fields.append(field)
        rest = fields[...]
        count = fields.count
    }

    mutating func text(_ name: String) throws(MalformedRecord) -> String {
        guard let field = rest.popFirst() else {
            throw MalformedRecord(reason: "field \(count) (\(name)) is missing")
        }
        return field
    }

    /// A text that may be left out at the end of the line.
    mutating func trailingText() -> String {
        rest.popFirst() ?? ""
    }

    mutating func nonEmptyText(_ name: String) throws(MalformedRecord) -> String {
        let field = try text(name)
        guard !field.isEmpty else { throw malformed(name, "is empty") }
        return field
    }

    mutating func integer(_ name: String) throws(MalformedRecord) -> Int {
        guard let number = try optionalInteger(name) else { throw malformed(name, "is empty") }
        return number
    }

    mutating func optionalInteger(_ name: String) throws(MalformedRecord) -> Int? {
        let field = try text(name)
        guard !field.isEmpty else { return nil }
        guard let number = Int(field), number >= 0 else {
            throw malformed(name, "is not a whole number: \(quoted(field))")
        }
        return number
    }

    mutating func time(_ name: String) throws(MalformedRecord) -> Int64 {
        let field = try text(name)
        guard let time = microseconds(clock: field) else {
            throw malformed(name, "is not a time as in 00:01:23.456: \(quoted(field))")
        }
        return time
    }

    private func malformed(_ name: String, _ problem: String) -> MalformedRecord {
        MalformedRecord(reason: "field \(count - rest.count - 1) (\(name)) \(problem)")
    }
}

/// Reads `HH:MM:SS` with up to six decimals, exactly; nil for anything else.
func microseconds(clock text: String) -> Int64? {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let clock = parts[0].split(separator: ":", omittingEmptySubsequences: false)
    let decimals = parts.count == 2 ? parts[1] : "0"
    func number(_ digits: Substring, upTo width: Int) -> Int64? {
        let isNumber =
            (1...width).contains(digits.utf8.count)
            && digits.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return isNumber ? Int64(digits) : nil
    }
    guard clock.count == 3,
        let hours = number(clock[0], upTo: 4),
        let minutes = number(clock[1], upTo: 2), minutes < 60,
        let seconds = number(clock[2], upTo: 2), seconds < 60,
        let fraction = number(decimals, upTo: 6)
    else { return nil }
    let scale = (decimals.count..<6).reduce(Int64(1)) { scale, _ in scale * 10 }
    return ((hours * 60 + minutes) * 60 + seconds) * 1_000_000 + fraction * scale
}
