/// A runner, and the other names that the runner goes by.
public struct RunnerRow: Equatable, Sendable {
    public var id: String
    public var name: String
    public var aliases: [String]

    public init(id: String, name: String, aliases: [String] = []) {
        self.id = id
        self.name = name
        self.aliases = aliases
    }
}

/// A name as it is searched for: small letters, single spaces, none at the ends. So `ada  Lovelace`
/// finds `Ada Lovelace`. Accents are kept.
func searchKey(_ name: String) -> String {
    name.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
}
