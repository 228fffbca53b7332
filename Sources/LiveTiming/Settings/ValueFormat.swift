/// How the value of a setting is written and read: one notation for flags, environment variables
/// and the configuration file.
struct ValueFormat<Value>: Sendable {
    /// What would be right, as it ends a sentence: "a whole number from 0 to 65535".
    let expected: String
    let parse: @Sendable (String) throws(InvalidValue) -> Value
    let text: @Sendable (Value) -> String
}

/// Why a text is no value of a format, as it goes on after the text: "is out of range".
struct InvalidValue: Error, Equatable {
    let problem: String
}

extension ValueFormat<Int> {
    static func integer(_ range: ClosedRange<Int>) -> Self {
        Self(
            expected: "a whole number from \(range.lowerBound) to \(range.upperBound)",
            parse: { text throws(InvalidValue) in
                guard let value = Int(text) else {
                    throw InvalidValue(problem: "is not a whole number")
                }
                return try value.checked(in: range)
            },
            text: { String($0) })
    }

    /// A size in bytes: `512`, `64KiB`, `1MiB`.
    static func bytes(_ range: ClosedRange<Int>) -> Self {
        let bounds = "\(sizeText(range.lowerBound)) to \(sizeText(range.upperBound))"
        return Self(
            expected: "a size from \(bounds), in B, KiB or MiB",
            parse: { text throws(InvalidValue) in
                let (number, unit) = try splitUnit(text)
                guard let factor = sizeUnits.first(where: { $0.name == unit })?.factor else {
                    throw InvalidValue(problem: "has an unknown unit")
                }
                let (size, overflow) = number.multipliedReportingOverflow(by: factor)
                guard !overflow else { throw InvalidValue(problem: "is out of range") }
                return try size.checked(in: range)
            },
            text: sizeText)
    }
}

extension ValueFormat<Duration> {
    /// A span of time with its unit: `250ms`, `15s`, `2m`, `1h`.
    static func duration(_ range: ClosedRange<Duration>) -> Self {
        let bounds = "\(durationText(range.lowerBound)) to \(durationText(range.upperBound))"
        return Self(
            expected: "a duration from \(bounds), in ms, s, m or h",
            parse: { text throws(InvalidValue) in
                let (number, unit) = try splitUnit(text)
                guard !unit.isEmpty else {
                    throw InvalidValue(problem: "has no unit")
                }
                guard let factor = durationUnits.first(where: { $0.name == unit })?.milliseconds
                else {
                    throw InvalidValue(problem: "has an unknown unit")
                }
                let (milliseconds, overflow) = number.multipliedReportingOverflow(by: factor)
                guard !overflow else { throw InvalidValue(problem: "is out of range") }
                return try Duration.milliseconds(milliseconds).checked(in: range)
            },
            text: durationText)
    }
}

extension ValueFormat<String> {
    /// Any text but an empty one.
    static func text(_ expected: String) -> Self {
        Self(
            expected: expected,
            parse: { text throws(InvalidValue) in
                guard !text.isEmpty else { throw InvalidValue(problem: "is empty") }
                guard !text.utf8.contains(0) else {
                    throw InvalidValue(problem: "has a NUL character in it")
                }
                return text
            },
            text: { $0 })
    }

    /// Any text; an empty one stands for none.
    static func textOrNone(_ expected: String) -> Self {
        let format = text(expected)
        return Self(
            expected: expected,
            parse: { text throws(InvalidValue) in text.isEmpty ? text : try format.parse(text) },
            text: { $0 })
    }
}

extension ValueFormat
where Value: RawRepresentable<String> & CaseIterable & Sendable {
    static var name: Self {
        let names = Value.allCases.map(\.rawValue)
        return Self(
            expected: "one of " + names.joined(separator: ", "),
            parse: { text throws(InvalidValue) in
                guard let value = Value(rawValue: text) else {
                    throw InvalidValue(problem: "is not one of these")
                }
                return value
            },
            text: { $0.rawValue })
    }
}

extension Comparable {
    fileprivate func checked(in range: ClosedRange<Self>) throws(InvalidValue) -> Self {
        guard range.contains(self) else { throw InvalidValue(problem: "is out of range") }
        return self
    }
}

private let sizeUnits: [(name: String, factor: Int)] = [
    ("MiB", 1 << 20), ("KiB", 1 << 10), ("B", 1), ("", 1),
]

private let durationUnits: [(name: String, milliseconds: Int)] = [
    ("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1),
]

private func splitUnit(_ text: String) throws(InvalidValue) -> (number: Int, unit: String) {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard !digits.isEmpty else { throw InvalidValue(problem: "does not begin with a whole number") }
    guard let number = Int(digits) else { throw InvalidValue(problem: "is out of range") }
    return (number, String(text.dropFirst(digits.count)))
}

/// In the largest unit that leaves a whole number: 65536 is `64KiB`, 1000 is `1000B`.
private func sizeText(_ size: Int) -> String {
    let unit = sizeUnits.first { size != 0 && size.isMultiple(of: $0.factor) } ?? ("B", 1)
    return "\(size / unit.factor)\(unit.name)"
}

/// In the largest unit that leaves a whole number: 90 s is `90s`, 120 s is `2m`.
private func durationText(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let milliseconds = Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
    let unit =
        durationUnits.first { milliseconds != 0 && milliseconds.isMultiple(of: $0.milliseconds) }
        ?? ("s", 1000)
    return "\(milliseconds / unit.milliseconds)\(unit.name)"
}
