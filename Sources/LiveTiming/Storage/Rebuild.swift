import Journal
import SplitCore
import TimingWire

/// Computes the tables of the history anew from the log, and says what was different.
struct Rebuild {
    /// What the tables had that does not follow from the log, or the other way round; one sentence
    /// each.
    private(set) var differences: [String] = []
    private let changes: [TableChange]

    init(_ history: History, mergeWindow: TimeSpan) throws {
        let loaded = try LoadedState(from: history, mergeWindow: mergeWindow)
        changes =
            loaded.registry.runners.values.sorted { $0.id < $1.id }.map {
                .putRunner(RunnerRow($0))
            }
            + loaded.tracks.flatMap {
                HistoryRows(state: $0.state, names: loaded.registry, createdAt: $0.createdAt).all
            }
        var stored = try Self.stored(history)
        for change in changes {
            guard let row = Row(change) else { continue }
            switch stored.removeValue(forKey: row.name) {
            case nil: differences.append("\(row.name) was missing")
            case row.content: break
            default: differences.append("\(row.name) was different")
            }
        }
        differences += stored.keys.sorted().map { "\($0) does not follow from the log" }
    }

    /// Puts the computed rows in the place of the ones that are there, all at once.
    func write(to journal: Journal) throws {
        journal.append(Transaction(changes: [.clear] + changes)) { _ in }
        try journal.flush()
    }

    /// A row under the name that people know it by.
    private struct Row {
        let name: String
        let content: [TableChange]

        init?(_ change: TableChange) {
            switch change {
            case .putTrack(let row): name = "track \(row.id)"
            case .putSession(let row): name = "session \(row.id) of track \(row.track)"
            case .putRunner(let row): name = "runner \(row.id)"
            case .putRun(let row, _, _): name = "run \(row.id) of track \(row.track)"
            case .putSplit(let row): name = "split \(row.id) of track \(row.track)"
            default: return nil
            }
            content = [change]
        }
    }

    private static func stored(_ history: History) throws -> [String: [TableChange]] {
        var rows: [String: [TableChange]] = [:]
        func note(_ change: TableChange) {
            guard let row = Row(change) else { return }
            rows[row.name] = row.content
        }
        try history.forEachRunner { runner in
            note(.putRunner(runner))
            return true
        }
        for track in try history.tracks() {
            note(.putTrack(track))
            for session in try history.sessions(of: track.id) { note(.putSession(session)) }
            for split in try history.unassignedSplits(of: track.id) { note(.putSplit(split)) }
            var cursor: RunCursor?
            while case let chunk = try history.chunk(
                ofRunsOf: track.id, after: cursor, limit: 500), let last = chunk.last
            {
                for run in chunk { note(.putRun(run.run, splits: run.splits)) }
                cursor = RunCursor(of: last.run)
            }
        }
        return rows
    }
}
