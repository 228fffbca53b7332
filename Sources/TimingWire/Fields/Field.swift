import SplitCore

/// A field that is there, to be read as what it must be.
struct Field {
    let json: JSON
    private let key: String
    /// The way to what it is in, such as `checkpoints[1].`; empty at the top.
    private let parent: String
    private let trust: Trust

    init(_ json: JSON, key: String, within parent: String, trust: Trust) {
        self.json = json
        self.key = key
        self.parent = parent
        self.trust = trust
    }

    /// Its name with the way to it, such as `checkpoints[1].name`.
    var path: String { parent + key }

    func string() throws(WireError) -> String {
        guard case .string(let text) = json else { throw wrongType("a string") }
        return text
    }

    /// A string as it is, of so many characters.
    func string(of length: ClosedRange<Int>) throws(WireError) -> String {
        try measured(try string(), length)
    }

    /// A text for people: line breaks and other control characters are spaces in it, and white space
    /// at both ends is cut off, before its characters (Unicode scalars) are counted.
    func label(of length: ClosedRange<Int>) throws(WireError) -> String {
        let text = try string()
        return trust == .log ? text : try measured(text.tidied, length)
    }

    func integer(in range: ClosedRange<Int64>) throws(WireError) -> Int64 {
        guard case .integer(let value) = json else { throw wrongType("an integer") }
        guard trust == .log || range.contains(value) else {
            throw invalid("is \(value); it must be from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }

    func count(in range: ClosedRange<Int64>) throws(WireError) -> Int {
        Int(try integer(in: range))
    }

    func instant() throws(WireError) -> Timestamp {
        guard case .integer(let value) = json else {
            throw wrongType("an integer: microseconds since 1970 in UTC")
        }
        guard trust == .log || FieldLimits.instant.contains(value) else {
            throw invalid(
                "is \(value), which is not in the years 2000 to 2099; "
                    + "instants are microseconds since 1970 in UTC")
        }
        return Timestamp(microseconds: value)
    }

    func span(in range: ClosedRange<Int64>) throws(WireError) -> TimeSpan {
        guard case .integer = json else { throw wrongType("an integer: microseconds") }
        return TimeSpan(microseconds: try integer(in: range))
    }

    func identifier<Kind>() throws(WireError) -> Identifier<Kind> {
        let text = try string()
        guard let id = Identifier<Kind>(text) else {
            throw invalid(
                "is \(text.quotedForMessage); an id is 1 to \(Identifiers.longest) characters of "
                    + "A–Z, a–z, 0–9, _ and -")
        }
        return id
    }

    /// One of a few words; of all that there are for it where no choices are given.
    func choice<Choice>(of choices: [Choice]? = nil) throws(WireError) -> Choice
    where Choice: RawRepresentable & CaseIterable & Equatable, Choice.RawValue == String {
        let text = try string()
        guard let choice = Choice(rawValue: text),
            trust == .log || choices?.contains(choice) != false
        else {
            let values = (choices ?? Array(Choice.allCases)).map(\.rawValue)
            throw invalid(
                "is \(text.quotedForMessage); it must be \(values.listed)", values: values)
        }
        return choice
    }

    func elements(_ count: ClosedRange<Int>) throws(WireError) -> [Field] {
        guard case .array(let elements) = json else { throw wrongType("an array") }
        guard trust == .log || count.contains(elements.count) else {
            throw invalid(
                "has \(elements.count) elements; it must have \(count.lowerBound) to "
                    + "\(count.upperBound)")
        }
        return elements.enumerated().map { index, element in
            Field(element, key: "[\(index)]", within: path, trust: trust)
        }
    }

    func labels(_ count: ClosedRange<Int>, of length: ClosedRange<Int>) throws(WireError)
        -> [String]
    {
        var labels: [String] = []
        for element in try elements(count) { labels.append(try element.label(of: length)) }
        return labels
    }

    func fields() throws(WireError) -> Fields {
        guard case .object(let object) = json else { throw wrongType("an object") }
        return Fields(object, name: path, path: path + ".", trust: trust)
    }

    /// Whether limits that span several fields are enforced on what comes from here.
    var isFromSender: Bool { trust == .sender }

    func invalid(_ what: String, values: [String]? = nil) -> WireError {
        WireError(.invalidValue, field: path, values: values, "`\(path)` \(what).")
    }

    private func wrongType(_ right: String) -> WireError {
        WireError(.wrongType, field: path, "`\(path)` is \(json.kind); it must be \(right).")
    }

    private func measured(_ text: String, _ length: ClosedRange<Int>) throws(WireError) -> String {
        let count = text.unicodeScalars.count
        guard trust == .log || length.contains(count) else {
            throw invalid(
                "has \(count) characters; it must have \(length.lowerBound) to "
                    + "\(length.upperBound)")
        }
        return text
    }
}

extension String {
    /// The text on one line, without white space at its ends.
    fileprivate var tidied: String {
        var text = self
        if unicodeScalars.contains(where: \.isControl) {
            text = String(
                String.UnicodeScalarView(unicodeScalars.map { $0.isControl ? " " : $0 }))
        }
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(scalars[first...last])
    }
}

extension Unicode.Scalar {
    /// Whether it is of the category Cc, which has these characters for ever.
    fileprivate var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }
}
