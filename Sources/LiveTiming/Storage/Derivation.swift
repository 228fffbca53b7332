import Journal
import SplitCore

/// By which rules the tables of the history were computed. A start goes on from the tables, so they
/// must follow from the log by the rules that are in force now.
struct Derivation: Equatable, CustomStringConvertible {
    /// Where the journal keeps it, in `meta`.
    static let key = "history.derivation"

    /// Counts up with every change of what follows from the same log.
    var rules = TrackState.rulesVersion
    var mergeWindow: TimeSpan

    var description: String { "rules \(rules), merge window \(mergeWindow.microseconds)" }

    /// Whether the tables were computed otherwise.
    func differs(from history: History) throws -> Bool {
        guard let stored = try history.meta(Self.key) else {
            return try history.heads().contains { !$0.track.isEmpty }
        }
        return stored != description
    }

    /// What marks tables that may not follow from the log.
    static let distrust = MetaChange(key: key, value: "in doubt")

    /// What marks tables that are computed by these rules.
    var mark: MetaChange { MetaChange(key: Self.key, value: description) }
}
