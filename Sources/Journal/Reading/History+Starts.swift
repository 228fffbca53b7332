/// Runs by when they started. What was taken out does not count, nor does a run without a start.
///
/// Instants are microseconds since 1970, UTC. Of runs that start at one instant the greater id is the
/// later one; ids compare by their bytes.
extension History {
    /// The runner's last run, in one session or in all, that started at `startedBy` or before.
    public func latestRun(
        ofRunner runner: String, of track: String, session: String? = nil, startedBy: Int64
    ) throws(JournalError) -> (run: StoredRun, startedAt: Int64)? {
        let condition = session == nil ? "" : "AND session = ?"
        return try latestRun("INDEXED BY runs_of_track_runner", "runner = ? \(condition)") {
            $0.bind(track)
            $0.bind(runner)
            if let session { $0.bind(session) }
            $0.bind(startedBy)
        }
    }

    /// The last run with this number that started at `startedBy` or before.
    public func latestRun(
        ofNumber number: String, of track: String, startedBy: Int64
    ) throws(JournalError) -> (run: StoredRun, startedAt: Int64)? {
        try latestRun("INDEXED BY runs_of_number", "number = ?") {
            $0.bind(track)
            $0.bind(number)
            $0.bind(startedBy)
        }
    }

    /// The first `count` runs of a session; with `from`, of those that are not before this place.
    public func firstRuns(
        ofSession session: String, of track: String, count: Int,
        from: (startedAt: Int64, id: String)? = nil
    ) throws(JournalError) -> [StoredRun] {
        try runs(
            ofSession: session, of: track, count: count, comparison: ">=", place: from,
            order: "started_at, id")
    }

    /// The last `count` runs of a session, the last one first; with `through`, of those that are not
    /// after this place.
    public func lastRuns(
        ofSession session: String, of track: String, count: Int,
        through: (startedAt: Int64, id: String)? = nil
    ) throws(JournalError) -> [StoredRun] {
        try runs(
            ofSession: session, of: track, count: count, comparison: "<=", place: through,
            order: "started_at DESC, id DESC")
    }

    /// When the first and the last run of a session started; `nil` if none did.
    public func startSpan(
        ofSession session: String, of track: String
    ) throws(JournalError) -> ClosedRange<Int64>? {
        // One step at either end of the index; `min` and `max` together would walk through it.
        let started = """
            SELECT started_at FROM runs INDEXED BY runs_of_session
            WHERE track = ?1 AND session = ?2 AND voided = 0 AND started_at IS NOT NULL
            """
        let ends = try database.statement(
            """
            SELECT (\(started) ORDER BY started_at LIMIT 1),
                   (\(started) ORDER BY started_at DESC LIMIT 1)
            """
        ).first {
            $0.bind(track)
            $0.bind(session)
        } _: {
            ($0.optionalInteger(), $0.optionalInteger())
        }
        guard case (let first?, let last?)? = ends else { return nil }
        return first...last
    }

    private func latestRun(
        _ index: String, _ condition: String, _ bind: (inout Parameters) -> Void
    ) throws(JournalError) -> (run: StoredRun, startedAt: Int64)? {
        try database.statement(
            """
            SELECT \(StoredRun.columns), started_at FROM runs \(index)
            WHERE track = ? AND \(condition) AND started_at <= ? AND voided = 0
            ORDER BY started_at DESC, id DESC LIMIT 1
            """
        ).first(bind) {
            (StoredRun(from: &$0), $0.integer())
        }
    }

    private func runs(
        ofSession session: String, of track: String, count: Int, comparison: String,
        place: (startedAt: Int64, id: String)?, order: String
    ) throws(JournalError) -> [StoredRun] {
        let side = place == nil ? "" : "AND (started_at, id) \(comparison) (?, ?)"
        return try select(
            """
            INDEXED BY runs_of_session
            WHERE track = ? AND session = ? AND voided = 0 AND started_at IS NOT NULL \(side)
            ORDER BY \(order) LIMIT ?
            """
        ) {
            $0.bind(track)
            $0.bind(session)
            if let place {
                $0.bind(place.startedAt)
                $0.bind(place.id)
            }
            // A negative limit would be none to SQLite.
            $0.bind(Int64(max(0, count)))
        }
    }
}
