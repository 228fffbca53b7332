/// Runs by when they started. What was taken out does not count, nor does a run without a start.
///
/// Instants are microseconds since 1970, UTC. Of runs that start at one instant the greater id is the
/// later one; ids compare by their bytes.
extension History {
    /// The runner's last run, in one session or in all, that started at `startedBy` or before, and is
    /// none of those that are left out.
    public func latestRun(
        ofRunner runner: String, of track: String, session: String? = nil, startedBy: Int64,
        excluding known: Set<String> = []
    ) throws(JournalError) -> (run: StoredRun, startedAt: Int64)? {
        let condition = session == nil ? "" : "AND session = ?"
        return try latestRun(
            "INDEXED BY runs_of_track_runner", "runner = ? \(condition)", excluding: known
        ) {
            $0.bind(track)
            $0.bind(runner)
            if let session { $0.bind(session) }
            $0.bind(startedBy)
        }
    }

    /// The last run with this number that started at `startedBy` or before, and is none of those that
    /// are left out.
    public func latestRun(
        ofNumber number: String, of track: String, startedBy: Int64,
        excluding known: Set<String> = []
    ) throws(JournalError) -> (run: StoredRun, startedAt: Int64)? {
        try latestRun("INDEXED BY runs_of_number", "number = ?", excluding: known) {
            $0.bind(track)
            $0.bind(number)
            $0.bind(startedBy)
        }
    }

    /// The run of a session that started first, of those that are not left out.
    public func firstRun(
        ofSession session: String, of track: String, excluding known: Set<String> = []
    ) throws(JournalError) -> StoredRun? {
        try endRun(ofSession: session, of: track, order: "started_at, id", excluding: known)
    }

    /// The run of a session that started last, of those that are not left out.
    public func lastRun(
        ofSession session: String, of track: String, excluding known: Set<String> = []
    ) throws(JournalError) -> StoredRun? {
        try endRun(
            ofSession: session, of: track, order: "started_at DESC, id DESC", excluding: known)
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
        _ index: String, _ condition: String, excluding known: Set<String>,
        _ bind: (inout Parameters) -> Void
    ) throws(JournalError) -> (run: StoredRun, startedAt: Int64)? {
        try database.statement(
            """
            SELECT \(StoredRun.columns), started_at FROM runs \(index)
            WHERE track = ? AND \(condition) AND started_at <= ? AND voided = 0
            ORDER BY started_at DESC, id DESC
            """
        ).firstMatch(bind) {
            (run: StoredRun(from: &$0), startedAt: $0.integer())
        } where: {
            !known.contains($0.run.id)
        }
    }

    private func endRun(
        ofSession session: String, of track: String, order: String, excluding known: Set<String>
    ) throws(JournalError) -> StoredRun? {
        try database.statement(
            """
            SELECT \(StoredRun.columns) FROM runs INDEXED BY runs_of_session
            WHERE track = ? AND session = ? AND voided = 0 AND started_at IS NOT NULL
            ORDER BY \(order)
            """
        ).firstMatch {
            $0.bind(track)
            $0.bind(session)
        } _: {
            StoredRun(from: &$0)
        } where: {
            !known.contains($0.id)
        }
    }
}
