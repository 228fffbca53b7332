/// The description of one value that can be set by name: everything that flags, environment
/// variables, the configuration file and the help know about it is derived from here.
struct Setting<Values>: Sendable {
    /// In the form of a flag, without its dashes: `max-message-bytes`.
    let name: String
    let expected: String
    let help: String
    /// Reads a text into its property.
    let store: @Sendable (inout Values, String) throws(InvalidValue) -> Void
    /// The property as text, in the notation that `store` reads.
    let show: @Sendable (Values) -> String

    init<Value>(
        _ name: String,
        _ property: any WritableKeyPath<Values, Value> & Sendable,
        _ format: ValueFormat<Value>,
        _ help: String
    ) {
        self.name = name
        self.expected = format.expected
        self.help = help
        store = { values, text throws(InvalidValue) in
            values[keyPath: property] = try format.parse(text)
        }
        show = { format.text($0[keyPath: property]) }
    }

    var flag: String { "--\(name)" }

    var variable: String {
        Settings.variablePrefix + name.uppercased().replacing("-", with: "_")
    }

    /// As a key of the configuration file: `maxMessageBytes`.
    var key: String {
        let words = name.split(separator: "-")
        return words.dropFirst().reduce(String(words[0])) {
            $0 + $1.prefix(1).uppercased() + $1.dropFirst()
        }
    }
}
