extension History {
    /// The run with this id; `nil` if the history has none, such as one that has not ended.
    public func storedRun(_ id: String, of track: String) throws(JournalError) -> StoredRun? {
        try select("WHERE track = ? AND id = ?") {
            $0.bind(track)
            $0.bind(id)
        }.first
    }

    /// The run that a split belongs to; `nil` also for a split of no run.
    public func storedRun(
        ofSplit id: String, of track: String
    ) throws(JournalError) -> StoredRun? {
        try database.statement(
            """
            SELECT \(StoredRun.columns) FROM splits
            JOIN runs ON runs.track = splits.track AND runs.id = splits.run
            WHERE splits.track = ? AND splits.id = ?
            """
        ).first {
            $0.bind(track)
            $0.bind(id)
        } _: {
            StoredRun(from: &$0)
        }
    }

    /// The runs with captures that a device took, of itself or of their splits, at instants that it
    /// gave. Looks through the track's whole log.
    public func storedRuns(
        capturedBy device: String, at span: ClosedRange<Int64>, of track: String
    ) throws(JournalError) -> [StoredRun] {
        try database.statement(
            """
            WITH captured AS (
                SELECT run, split FROM events
                WHERE track = ?1 AND device = ?2 AND instant BETWEEN ?3 AND ?4
            )
            SELECT \(StoredRun.columns) FROM captured
            JOIN runs ON runs.track = ?1 AND runs.id = captured.run
            UNION
            SELECT \(StoredRun.columns) FROM captured
            JOIN splits ON splits.track = ?1 AND splits.id = captured.split
            JOIN runs ON runs.track = ?1 AND runs.id = splits.run
            """
        ).all {
            $0.bind(track)
            $0.bind(device)
            $0.bind(span.lowerBound)
            $0.bind(span.upperBound)
        } _: {
            StoredRun(from: &$0)
        }
    }

    /// The ids of a run's splits, in the order of their instants.
    public func splits(ofRun run: String, of track: String) throws(JournalError) -> [String] {
        try database.statement(
            "SELECT id FROM splits WHERE track = ? AND run = ? ORDER BY at, id"
        ).all {
            $0.bind(track)
            $0.bind(run)
        } _: {
            $0.text()
        }
    }

    /// The runs of a session: those without a start, then by start, then by id.
    public func storedRuns(
        ofSession session: String, of track: String
    ) throws(JournalError) -> [StoredRun] {
        try select("WHERE track = ? AND session = ? ORDER BY started_at, id") {
            $0.bind(track)
            $0.bind(session)
        }
    }

    /// The runs of a runner in a session: those without a start, then by start, then by id.
    public func storedRuns(
        ofRunner runner: String, session: String, of track: String
    ) throws(JournalError) -> [StoredRun] {
        try select(
            """
            INDEXED BY runs_of_track_runner
            WHERE track = ? AND runner = ? AND session = ? ORDER BY started_at, id
            """
        ) {
            $0.bind(track)
            $0.bind(runner)
            $0.bind(session)
        }
    }

    /// The runs that share a start, by id.
    public func storedRuns(
        ofStart start: String, of track: String
    ) throws(JournalError) -> [StoredRun] {
        // By its name: SQLite would rather walk through all runs, which are in this order.
        try select("INDEXED BY runs_of_start WHERE track = ? AND start = ? ORDER BY id") {
            $0.bind(track)
            $0.bind(start)
        }
    }

    /// The runs that name a session while there is no such session, by id.
    public func storedRuns(
        naming session: String, of track: String
    ) throws(JournalError) -> [StoredRun] {
        try select(
            "INDEXED BY runs_of_named_session WHERE track = ? AND named_session = ? ORDER BY id"
        ) {
            $0.bind(track)
            $0.bind(session)
        }
    }

    /// The runs of which something is known that is later than an instant (microseconds since 1970,
    /// UTC), by that, then by id.
    public func storedRuns(
        lastAfter instant: Int64, of track: String
    ) throws(JournalError) -> [StoredRun] {
        try select("WHERE track = ? AND last_at > ? ORDER BY last_at, id") {
            $0.bind(track)
            $0.bind(instant)
        }
    }

    /// Whether there is a run of which nothing is known that is as late as an instant (microseconds
    /// since 1970, UTC).
    public func hasRuns(
        lastBefore instant: Int64, of track: String
    ) throws(JournalError) -> Bool {
        try !select("WHERE track = ? AND last_at < ? LIMIT 1") {
            $0.bind(track)
            $0.bind(instant)
        }.isEmpty
    }

    /// All runs of a track, by id.
    public func storedRuns(of track: String) throws(JournalError) -> [StoredRun] {
        try select("WHERE track = ? ORDER BY id") { $0.bind(track) }
    }

    /// What belongs to runs that are not stored yet, by run, then split; without a split it is the run
    /// itself.
    public func active(
        of track: String
    ) throws(JournalError) -> [(run: String, split: String?)] {
        try database.statement("SELECT run, split FROM active WHERE track = ? ORDER BY run, split")
            .all {
                $0.bind(track)
            } _: {
                let run = $0.text()
                let split = $0.text()
                return (run, split.isEmpty ? nil : split)
            }
    }

    /// The runs that a text selects by its condition and order.
    func select(
        _ condition: String, _ bind: (inout Parameters) -> Void
    ) throws(JournalError) -> [StoredRun] {
        try database.statement("SELECT \(StoredRun.columns) FROM runs \(condition)")
            .all(bind) { StoredRun(from: &$0) }
    }
}
