extension History {
    /// A page of the runs that `filter` asks for, newest first.
    public func runs(_ filter: RunFilter) throws(JournalError) -> [NamedRun] {
        try database.statement(Self.listText(filter)).all { parameters in
            for value in [filter.track, filter.runner, filter.status] {
                if let value { parameters.bind(value) }
            }
            if let since = filter.since { parameters.bind(since) }
            if let before = filter.before { before.bind(to: &parameters) }
            parameters.bind(Int64(min(max(1, filter.limit), RunFilter.maximumLimit)))
        } _: {
            NamedRun(from: &$0)
        }
    }

    /// One run with its splits. Ids are made by devices: where two tracks have a run of this id and
    /// no track is given, it is the newer one.
    public func run(
        _ id: String, track: String? = nil
    ) throws(JournalError) -> RunWithSplits? {
        try snapshot { () throws(JournalError) in
            let condition = track == nil ? "runs.id = ?" : "runs.id = ? AND runs.track = ?"
            let found = try database.statement(
                "\(Self.selectNamedRun) WHERE \(condition) ORDER BY latest_at DESC LIMIT 1"
            ).first {
                $0.bind(id)
                if let track { $0.bind(track) }
            } _: {
                NamedRun(from: &$0)
            }
            guard let found else { return nil }
            return try withSplits(found)
        }
    }

    /// The next runs of a track with their splits, oldest first: a history of any length goes out in
    /// chunks. Goes on with `RunCursor(of:)` the last run, until a chunk is empty.
    public func chunk(
        ofRunsOf track: String, after cursor: RunCursor? = nil, limit: Int = 200
    ) throws(JournalError) -> [RunWithSplits] {
        try snapshot { () throws(JournalError) in
            let after = cursor == nil ? "" : "AND (latest_at, runs.id) > (?, ?)"
            let found = try database.statement(
                """
                \(Self.selectNamedRun) WHERE runs.track = ? \(after)
                ORDER BY latest_at, runs.id LIMIT ?
                """
            ).all { parameters in
                parameters.bind(track)
                if let cursor {
                    parameters.bind(cursor.at)
                    parameters.bind(cursor.id)
                }
                parameters.bind(Int64(min(max(1, limit), RunFilter.maximumLimit)))
            } _: {
                NamedRun(from: &$0)
            }
            var chunk: [RunWithSplits] = []
            chunk.reserveCapacity(found.count)
            for run in found { chunk.append(try withSplits(run)) }
            return chunk
        }
    }

    /// The captures of a track that belong to no run, in the order of their instants.
    public func unassignedSplits(of track: String) throws(JournalError) -> [SplitRow] {
        try database.statement(
            "SELECT \(SplitRow.columns) FROM splits WHERE track = ? AND run IS NULL ORDER BY at, id"
        ).all({ $0.bind(track) }, { SplitRow(from: &$0) })
    }

    /// The query of a list. The text depends on which filters there are, never on their values.
    static func listText(_ filter: RunFilter) -> String {
        var conditions: [String] = []
        if filter.track != nil { conditions.append("runs.track = ?") }
        if filter.runner != nil { conditions.append("runs.runner = ?") }
        if filter.status != nil { conditions.append("runs.status = ?") }
        if filter.since != nil { conditions.append("latest_at >= ?") }
        if filter.before != nil {
            conditions.append("(latest_at, runs.id, runs.track) < (?, ?, ?)")
        }
        let condition = conditions.isEmpty ? "" : "WHERE \(conditions.joined(separator: " AND "))"
        return """
            \(selectNamedRun) \(condition)
            ORDER BY latest_at DESC, runs.id DESC, runs.track DESC LIMIT ?
            """
    }

    private func withSplits(_ named: NamedRun) throws(JournalError) -> RunWithSplits {
        let splits = try database.statement(
            "SELECT \(SplitRow.columns) FROM splits WHERE track = ? AND run = ? ORDER BY at, id"
        ).all {
            $0.bind(named.run.track)
            $0.bind(named.run.id)
        } _: {
            SplitRow(from: &$0)
        }
        return RunWithSplits(named: named, splits: splits)
    }

    private static let selectNamedRun: String = {
        let columns = RunRow.columns.split(separator: ", ").map { "runs.\($0)" }
        return """
            SELECT \(columns.joined(separator: ", ")), runners.name, tracks.name, sessions.name
            FROM runs
            LEFT JOIN runners ON runners.id = runs.runner
            LEFT JOIN tracks ON tracks.id = runs.track
            LEFT JOIN sessions ON sessions.track = runs.track AND sessions.id = runs.session
            """
    }()
}

extension NamedRun {
    init(from columns: inout Columns) {
        run = RunRow(from: &columns)
        runnerName = columns.optionalText()
        trackName = columns.optionalText()
        sessionName = columns.optionalText()
    }
}

extension RunCursor {
    func bind(to parameters: inout Parameters) {
        parameters.bind(at)
        parameters.bind(id)
        parameters.bind(track)
    }
}
