extension History {
    /// The runs with values in a window that undercut, or equal, all before them in it: those that
    /// can become bests. In the order of the first such value, each once; without those that are left
    /// out, as if they had no values.
    ///
    /// Walks through the window once and keeps only what it answers. A window function says the same
    /// in SQL, and takes several times as long.
    public func runsWithBests(
        in window: TimeWindow, excluding known: Set<String> = []
    ) throws(JournalError) -> [StoredRun] {
        var least = Int64.max
        var found: Set<String> = []
        var runs: [StoredRun] = []
        try database.statement(
            """
            SELECT value, run, session FROM times
            WHERE \(window.condition) ORDER BY at, value, run, lap
            """
        ).forEach {
            window.bind(to: &$0)
        } _: { columns in
            let value = columns.integer()
            guard value <= least else { return true }
            let run = StoredRun(from: &columns)
            guard !known.contains(run.id) else { return true }
            least = value
            if found.insert(run.id).inserted { runs.append(run) }
            return true
        }
        return runs
    }

    /// All bests of a track by key (scope, runner, measure), the rows of each by instant and value.
    public func bests(
        of track: String
    ) throws(JournalError) -> [(key: BestsKey, rows: [BestRow])] {
        var bests: [(key: BestsKey, rows: [BestRow])] = []
        try database.statement(
            """
            SELECT \(BestsKey.columns), \(BestRow.columns) FROM bests WHERE track = ?
            ORDER BY scope, runner, measure, at, value
            """
        ).forEach {
            $0.bind(track)
        } _: { columns in
            let key = BestsKey(from: &columns)
            let row = BestRow(from: &columns)
            if let last = bests.indices.last, bests[last].key == key {
                bests[last].rows.append(row)
            } else {
                bests.append((key, [row]))
            }
            return true
        }
        return bests
    }

    /// The times of a run that take part in bests, by measure, instant, value and lap.
    public func times(ofRun run: String, of track: String) throws(JournalError) -> [TimeRow] {
        try database.statement(
            """
            SELECT \(TimeRow.columns) FROM times WHERE track = ? AND run = ?
            ORDER BY measure, at, value, lap
            """
        ).all {
            $0.bind(track)
            $0.bind(run)
        } _: {
            TimeRow(from: &$0)
        }
    }
}
