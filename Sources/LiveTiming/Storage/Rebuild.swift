import Journal
import SplitCore
import TimingWire

/// Computes the tables of the history anew from the log, and says what was different.
struct Rebuild {
    /// What the tables had that does not follow from the log, or the other way round; one sentence
    /// each.
    private(set) var differences: [String] = []
    private let changes: [TableChange]
    private let derivation: Derivation

    init(_ history: History, mergeWindow: TimeSpan) throws {
        let registry = try RunnerRegistry(reading: history)
        var changes = registry.runners.values.sorted { $0.id < $1.id }.map {
            TableChange.putRunner(RunnerRow($0))
        }
        for head in try history.heads() where !head.track.isEmpty {
            let (state, createdAt) = try Self.replay(head, history, mergeWindow: mergeWindow)
            changes += HistoryRows(state: state, names: registry, createdAt: createdAt).all
        }
        self.changes = changes
        derivation = Derivation(mergeWindow: mergeWindow)
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

    /// Folds the whole log of a track.
    private static func replay(
        _ head: LogHead, _ history: History, mergeWindow: TimeSpan
    ) throws -> (TrackState, createdAt: Timestamp) {
        guard let id = TrackID(head.track) else {
            throw LoadError.unreadable(track: head.track, seq: 0)
        }
        var state = TrackState(id: id, mergeWindow: mergeWindow)
        var createdAt: Timestamp?
        var failure: LoadError?
        try history.forEachEvent(of: head.track) { row in
            do throws(LoadError) {
                let logged = try LoggedEvent(reading: row)
                createdAt = createdAt ?? logged.origin.receivedAt
                state.evolve(logged)
                return true
            } catch {
                failure = error
                return false
            }
        }
        if let failure { throw failure }
        return (state, createdAt ?? Timestamp(microseconds: 0))
    }

    /// Puts the computed rows in the place of the ones that are there, all at once.
    func write(to journal: Journal) throws {
        journal.append(
            Transaction(changes: [.clear] + changes, meta: [derivation.mark])
        ) { _ in }
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
            case .putBests(let key, _):
                let whose = key.runner.isEmpty ? "everyone" : "runner \(key.runner)"
                let scope = key.scope.isEmpty ? "" : " in session \(key.scope)"
                name = "best \(key.measure) of \(whose)\(scope) on track \(key.track)"
            case .putActive(let track, let run, nil): name = "run \(run) of track \(track), out"
            case .putActive(let track, let run, let split?):
                name = "split \(split) of track \(track), of run \(run), out"
            case .putSplit(let row): name = "split \(row.id) of track \(row.track)"
            default: return nil
            }
            content = [change.inOrder]
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
            for (key, rows) in try history.bests(of: track.id) { note(.putBests(key, rows)) }
            for (run, split) in try history.active(of: track.id) {
                note(.putActive(track: track.id, run: run, split: split))
            }
            for split in try history.unassignedSplits(of: track.id) { note(.putSplit(split)) }
            var cursor: RunCursor?
            while case let chunk = try history.chunk(
                ofRunsOf: track.id, after: cursor, limit: 500), let last = chunk.last
            {
                for run in chunk {
                    let times = try history.times(ofRun: run.run.id, of: track.id)
                    note(.putRun(run.run, splits: run.splits, times: times))
                }
                cursor = RunCursor(of: last.run)
            }
        }
        return rows
    }
}

extension TableChange {
    /// With the times of a run as the journal reads them: they are written as they were worked out.
    fileprivate var inOrder: TableChange {
        guard case .putRun(let row, let splits, let times) = self else { return self }
        return .putRun(row, splits: splits, times: times.sorted { $0.order < $1.order })
    }
}

extension TimeRow {
    fileprivate var order: (String, Int64, Int64, Int64) { (measure, at, value, lap) }
}
