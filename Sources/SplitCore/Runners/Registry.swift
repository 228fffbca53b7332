/// A person, kart or animal that is timed, as the whole server knows it.
public struct Runner: Hashable, Sendable {
    public var id: RunnerID
    public var name: String
    /// Other spellings that lead to this runner.
    public var aliases: [String]

    public init(id: RunnerID, name: String, aliases: [String] = []) {
        self.id = id
        self.name = name
        self.aliases = aliases
    }
}

/// Everyone who has ever been timed, by id and by name. A runner's bests belong to the id; the name
/// is a label, and only here.
public struct RunnerRegistry: Hashable, Sendable {
    public private(set) var runners: [RunnerID: Runner] = [:]
    /// Folded names and aliases. Where two runners share a name, the smaller id answers to it.
    private var byName: [String: [RunnerID]] = [:]

    public init() {}

    /// Adds the runner, or replaces what was known under its id.
    public mutating func register(_ runner: Runner) {
        if let known = runners[runner.id] {
            for name in Self.names(of: known) { byName[name]?.removeAll { $0 == runner.id } }
        }
        runners[runner.id] = runner
        for name in Self.names(of: runner) {
            var holders = byName[name, default: []]
            holders.append(runner.id)
            holders.sort()
            byName[name] = holders
        }
    }

    public subscript(id: RunnerID) -> Runner? { runners[id] }

    /// What a runner is called: by the id until there is a name for it.
    public func name(of id: RunnerID) -> String { runners[id]?.name ?? id.text }

    /// The runner who answers to this name, whatever its case and spacing.
    public func runner(named name: String) -> Runner? {
        byName[Self.folded(name)]?.first.flatMap { runners[$0] }
    }

    private static func names(of runner: Runner) -> Set<String> {
        Set(([runner.name] + runner.aliases).map(folded))
    }

    /// Case and the amount of white space do not tell two people apart.
    static func folded(_ name: String) -> String {
        name.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
