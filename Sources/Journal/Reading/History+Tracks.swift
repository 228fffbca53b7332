extension History {
    /// All tracks, by id.
    public func tracks() throws(JournalError) -> [TrackRow] {
        try database.statement("SELECT \(TrackRow.columns) FROM tracks ORDER BY id")
            .all { TrackRow(from: &$0) }
    }

    public func track(_ id: String) throws(JournalError) -> TrackRow? {
        try database.statement("SELECT \(TrackRow.columns) FROM tracks WHERE id = ?")
            .first({ $0.bind(id) }, { TrackRow(from: &$0) })
    }

    /// The sessions of a track, by id.
    public func sessions(of track: String) throws(JournalError) -> [SessionRow] {
        try database.statement(
            "SELECT \(SessionRow.columns) FROM sessions WHERE track = ? ORDER BY id"
        ).all({ $0.bind(track) }, { SessionRow(from: &$0) })
    }

    public func session(_ id: String, of track: String) throws(JournalError) -> SessionRow? {
        try database.statement(
            "SELECT \(SessionRow.columns) FROM sessions WHERE track = ? AND id = ?"
        ).first {
            $0.bind(track)
            $0.bind(id)
        } _: {
            SessionRow(from: &$0)
        }
    }

    /// The tracks that a runner has ended runs on, with how many, by id. Runs that were taken out do
    /// not count.
    public func tracks(
        ofRunner runner: String
    ) throws(JournalError) -> [(track: String, runs: Int64)] {
        // By its name: an index in the order of tracks would be one over all runners.
        try database.statement(
            """
            SELECT track, count(*) FROM runs INDEXED BY runs_of_runner
            WHERE runner = ? AND voided = 0 GROUP BY track
            """
        ).all {
            $0.bind(runner)
        } _: {
            (track: $0.text(), runs: $0.integer())
        }
    }

    public func runner(_ id: String) throws(JournalError) -> RunnerRow? {
        guard
            let name = try database.statement("SELECT name FROM runners WHERE id = ?")
                .first({ $0.bind(id) }, { $0.text() })
        else { return nil }
        return RunnerRow(id: id, name: name, aliases: try aliases(of: id))
    }

    /// Runners with a name or an alias that begins with `prefix`, by name. Case and runs of spaces
    /// don't matter.
    public func runners(
        named prefix: String, limit: Int = 50
    ) throws(JournalError) -> [RunnerRow] {
        let key = searchKey(prefix)
        let found = try database.statement(
            """
            SELECT id, name FROM runners WHERE id IN (
                SELECT id FROM runners WHERE name_key >= ?1 AND name_key < ?1 || char(0x10ffff)
                UNION
                SELECT runner FROM aliases WHERE alias_key >= ?1 AND alias_key < ?1 || char(0x10ffff)
            ) ORDER BY name_key, id LIMIT ?2
            """
        ).all {
            $0.bind(key)
            $0.bind(Int64(max(0, limit)))
        } _: {
            RunnerRow(id: $0.text(), name: $0.text())
        }
        var runners: [RunnerRow] = []
        for var runner in found {
            runner.aliases = try aliases(of: runner.id)
            runners.append(runner)
        }
        return runners
    }

    /// Hands every runner to `body`, by id, as long as it answers true.
    public func forEachRunner(
        _ body: (RunnerRow) throws(JournalError) -> Bool
    ) throws(JournalError) {
        try database.statement("SELECT id, name FROM runners ORDER BY id")
            .forEach { _ in
            } _: { columns throws(JournalError) in
                var runner = RunnerRow(id: columns.text(), name: columns.text())
                runner.aliases = try aliases(of: runner.id)
                return try body(runner)
            }
    }

    private func aliases(of runner: String) throws(JournalError) -> [String] {
        try database.statement("SELECT alias FROM aliases WHERE runner = ? ORDER BY alias")
            .all({ $0.bind(runner) }, { $0.text() })
    }
}
