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

    /// The best under a key as it stood at an instant (microseconds since 1970, UTC): the last of its
    /// rows, each of which is smaller than the one before.
    public func best(_ key: BestsKey, at instant: Int64) throws(JournalError) -> BestRow? {
        try database.statement(
            """
            SELECT \(BestRow.columns) FROM bests
            WHERE track = ? AND scope = ? AND runner = ? AND measure = ? AND at <= ?
            ORDER BY at DESC, value DESC LIMIT 1
            """
        ).first {
            key.bind(to: &$0)
            $0.bind(instant)
        } _: {
            BestRow(from: &$0)
        }
    }

    /// The least time of a measure, of everyone or of a runner, that the ended runs of a session had
    /// set at an instant (microseconds since 1970, UTC); of equals the first.
    ///
    /// By the session's runs, which are few, whatever else was timed on the track.
    public func leastTime(
        _ measure: String, ofSession session: String, runner: String?, of track: String,
        at instant: Int64
    ) throws(JournalError) -> TimeRow? {
        let columns = TimeRow.columns.split(separator: ", ").map { "times.\($0)" }
        var least: TimeRow?
        try database.statement(
            """
            SELECT \(columns.joined(separator: ", "))
            FROM runs INDEXED BY runs_of_session
            CROSS JOIN times INDEXED BY times_of_run
            ON times.track = runs.track AND times.run = runs.id
            WHERE runs.track = ? AND runs.session = ?
            """
        ).forEach {
            $0.bind(track)
            $0.bind(session)
        } _: { columns in
            let time = TimeRow(from: &columns)
            guard time.measure == measure, time.at <= instant,
                runner == nil || time.runner == runner
            else { return true }
            if least.map({ (time.value, time.at, time.run) < ($0.value, $0.at, $0.run) }) ?? true {
                least = time
            }
            return true
        }
        return least
    }

    /// The bests of a runner on a track as they stand, by measure, over all of the track's runs.
    public func standingBests(
        ofRunner runner: String, of track: String
    ) throws(JournalError) -> [String: BestRow] {
        var bests: [String: BestRow] = [:]
        try database.statement(
            """
            SELECT measure, \(BestRow.columns) FROM bests
            WHERE track = ? AND scope = '' AND runner = ? ORDER BY measure, at, value
            """
        ).forEach {
            $0.bind(track)
            $0.bind(runner)
        } _: { columns in
            let measure = columns.text()
            bests[measure] = BestRow(from: &columns)
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
