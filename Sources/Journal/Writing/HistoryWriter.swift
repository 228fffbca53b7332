/// Writes the rows of the history, inside a transaction that is open. Belongs to the writer's thread.
final class HistoryWriter {
    private let database: Database
    private let putTrack: Statement
    private let putSession: Statement
    private let putRunner: Statement
    private let putAlias: Statement
    private let putRun: Statement
    private let putSplit: Statement
    private let putTime: Statement
    private let putBest: Statement
    private let putActive: Statement

    init(_ database: Database) throws(JournalError) {
        /// A row that takes the place of one with the same key.
        func put(_ table: String, _ columns: String) throws(JournalError) -> Statement {
            let values = columns.split(separator: ",").map { _ in "?" }.joined(separator: ", ")
            return try database.statement(
                "INSERT OR REPLACE INTO \(table) (\(columns)) VALUES (\(values))")
        }
        self.database = database
        putTrack = try put("tracks", TrackRow.columns)
        putSession = try put("sessions", SessionRow.columns)
        putRunner = try put("runners", "id, name, name_key")
        putAlias = try put("aliases", "runner, alias, alias_key")
        putRun = try put("runs", RunRow.columns)
        putSplit = try put("splits", SplitRow.columns)
        putTime = try put("times", TimeRow.columns)
        putBest = try put("bests", "\(BestsKey.columns), \(BestRow.columns)")
        putActive = try put("active", "track, run, split")
    }

    func apply(_ change: TableChange) throws(JournalError) {
        switch change {
        case .putTrack(let row): try putTrack.run { row.bind(to: &$0) }
        case .deleteTrack(let id): try delete("DELETE FROM tracks WHERE id = ?", id)
        case .putSession(let row): try putSession.run { row.bind(to: &$0) }
        case .deleteSession(let track, let id):
            try delete("DELETE FROM sessions WHERE track = ? AND id = ?", track, id)
        case .putRunner(let row): try put(row)
        case .deleteRunner(let id):
            try delete("DELETE FROM aliases WHERE runner = ?", id)
            try delete("DELETE FROM runners WHERE id = ?", id)
        case .putRun(let row, let splits, let times):
            try deleteParts(ofRun: row.id, of: row.track)
            try putRun.run { row.bind(to: &$0) }
            for split in splits { try putSplit.run { split.bind(to: &$0) } }
            for time in times { try putTime.run { time.bind(to: &$0) } }
        case .deleteRun(let track, let id):
            try deleteParts(ofRun: id, of: track)
            try delete("DELETE FROM runs WHERE track = ? AND id = ?", track, id)
        case .putSplit(let row): try putSplit.run { row.bind(to: &$0) }
        case .deleteSplit(let track, let id):
            try delete("DELETE FROM splits WHERE track = ? AND id = ?", track, id)
        case .putBests(let key, let rows): try put(rows, under: key)
        case .putActive(let track, let run, let split):
            try putActive.run {
                $0.bind(track)
                $0.bind(run)
                $0.bind(split ?? "")
            }
        case .deleteActive(let track, let run, let split):
            try delete(
                "DELETE FROM active WHERE track = ? AND run = ? AND split = ?", track, run,
                split ?? "")
        case .deleteActiveRun(let track, let run):
            try delete("DELETE FROM active WHERE track = ? AND run = ?", track, run)
        case .clear: try clear()
        }
    }

    private func put(_ row: RunnerRow) throws(JournalError) {
        try delete("DELETE FROM aliases WHERE runner = ?", row.id)
        try putRunner.run {
            $0.bind(row.id)
            $0.bind(row.name)
            $0.bind(searchKey(row.name))
        }
        for alias in row.aliases {
            try putAlias.run {
                $0.bind(row.id)
                $0.bind(alias)
                $0.bind(searchKey(alias))
            }
        }
    }

    private func put(_ rows: [BestRow], under key: BestsKey) throws(JournalError) {
        try delete(
            "DELETE FROM bests WHERE track = ? AND scope = ? AND runner = ? AND measure = ?",
            key.track, key.scope, key.runner, key.measure)
        for row in rows {
            try putBest.run {
                key.bind(to: &$0)
                row.bind(to: &$0)
            }
        }
    }

    private func deleteParts(ofRun run: String, of track: String) throws(JournalError) {
        try delete("DELETE FROM splits WHERE track = ? AND run = ?", track, run)
        try delete("DELETE FROM times WHERE track = ? AND run = ?", track, run)
    }

    private func clear() throws(JournalError) {
        let tables = [
            "active", "bests", "times", "splits", "runs", "aliases", "runners", "sessions",
            "tracks",
        ]
        for table in tables {
            try database.statement("DELETE FROM \(table)").run()
        }
    }

    private func delete(_ sql: String, _ keys: String...) throws(JournalError) {
        try database.statement(sql).run { parameters in
            for key in keys { parameters.bind(key) }
        }
    }
}
