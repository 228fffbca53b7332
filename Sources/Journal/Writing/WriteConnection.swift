/// The one connection that writes, with the statements it writes by. Belongs to the writer's thread.
final class WriteConnection {
    private let database: Database
    private let putHead: Statement
    private let head: Statement
    private let putEvent: Statement
    private let putCommand: Statement
    private let putMeta: Statement
    private let deleteMeta: Statement
    private let history: HistoryWriter

    /// Whether pages of the log may have been moved into the database file and not been synced:
    /// SQLite leaves that to the checkpoint that moves the last of them.
    private var hasUnsyncedPages = true

    init(_ directory: DataDirectory) throws(JournalError) {
        try directory.createJournalFile()
        database = try Database(path: directory.journalPath, mode: .readWriteCreate)
        // First whether the file is ours: a foreign one is left as it is.
        try Schema.check(database, path: directory.journalPath)
        // Every commit reaches the disk before it returns. The journal stays readable meanwhile.
        try database.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
        // Not enforced on write: see the schema. Names in it are never taken for functions.
        try database.execute("PRAGMA foreign_keys = OFF; PRAGMA trusted_schema = OFF")
        // After a burst the log file shrinks to this again. 16 MB of pages are kept in memory.
        try database.execute("PRAGMA journal_size_limit = 67108864; PRAGMA cache_size = -16384")
        try Schema.prepare(database, path: directory.journalPath)
        database.countPagesInLog()
        // SQLite takes no notice when the name of its log can't be synced.
        try DataDirectory.synchronize(directory.path)

        putHead = try database.statement(
            """
            INSERT INTO logs (\(LogHead.columns)) VALUES (?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET epoch = excluded.epoch, last_seq = excluded.last_seq,
                latest_at = excluded.latest_at
            """)
        head = try database.statement("SELECT \(LogHead.columns) FROM logs WHERE track = ?")
        putEvent = try database.statement(
            """
            INSERT INTO events (\(EventRow.columns))
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        putCommand = try database.statement(
            "INSERT INTO commands (\(CommandRow.columns)) VALUES (?, ?, ?, ?)")
        putMeta = try database.statement("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)")
        deleteMeta = try database.statement("DELETE FROM meta WHERE key = ?")
        history = try HistoryWriter(database)
        try settleLog()
    }

    /// Moves what an earlier server left in the log into the database file, before anyone builds on
    /// it: after a sync that failed and a crash it may be in the memory of the system alone, which
    /// takes it for written, so that no sync of the log would bring it to the disk.
    private func settleLog() throws(JournalError) {
        do throws(JournalError) {
            try checkpoint(truncating: true)
        } catch {
            // Someone who reads keeps the log from being emptied, not from being moved: nobody has
            // written since they began.
            guard error.isBusy else { throw error }
        }
    }

    /// The pages that wait in the write-ahead log.
    var pagesInLog: Int32 { database.pagesInLog }

    /// Moves the log into the database file. One that fails loses nothing: the pages stay in the log,
    /// and the next one moves them.
    ///
    /// A sync that fails may have lost also what an earlier checkpoint moved but could not sync, as
    /// it didn't come to the end of the log. SQLite would not move that again, so the index is
    /// forgotten, which says that it did.
    func checkpoint(truncating: Bool) throws(JournalError) {
        do throws(JournalError) {
            hasUnsyncedPages = try !database.checkpoint(truncating: truncating)
        } catch {
            if hasUnsyncedPages, !error.isBusy { try database.forgetIndex() }
            hasUnsyncedPages = true
            throw error
        }
    }

    /// Writes all of `batch` with one commit, which is on disk on return; or nothing, and throws.
    func write(_ batch: some Sequence<Transaction>) throws(JournalError) {
        try database.transaction("BEGIN IMMEDIATE") { () throws(JournalError) in
            // Heads that this batch moved, written once at its end.
            var heads: [String: LogHead] = [:]
            for transaction in batch {
                for head in transaction.heads { try open(head, in: &heads) }
                for event in transaction.events { try append(event, to: &heads) }
                for command in transaction.commands {
                    try putCommand.run { command.bind(to: &$0) }
                }
                for change in transaction.changes { try history.apply(change) }
                for change in transaction.meta { try apply(change) }
            }
            for head in heads.values { try putHead.run { head.bind(to: &$0) } }
        }
    }

    /// Begins a log, or goes on with one under a new epoch.
    private func open(_ opened: LogHead, in heads: inout [String: LogHead]) throws(JournalError) {
        let before = try head(of: opened.track, in: heads)
        let expected = before?.seq ?? 0
        guard opened.seq == expected else {
            throw .sequenceBroken(track: opened.track, expected: expected, found: opened.seq)
        }
        heads[opened.track] = LogHead(
            track: opened.track, epoch: opened.epoch, seq: opened.seq, latestAt: before?.latestAt)
    }

    private func append(
        _ event: EventRow, to heads: inout [String: LogHead]
    ) throws(JournalError) {
        let before = try head(of: event.track, in: heads)
        let expected = (before?.seq ?? 0) + 1
        guard event.seq == expected else {
            throw .sequenceBroken(track: event.track, expected: expected, found: event.seq)
        }
        try putEvent.run { event.bind(to: &$0) }
        var latestAt = before?.latestAt
        if let instant = event.instant { latestAt = max(latestAt ?? instant, instant) }
        heads[event.track] = LogHead(
            track: event.track, epoch: event.epoch, seq: event.seq, latestAt: latestAt)
    }

    /// Where a log stands within this batch; `nil` for one that isn't there yet.
    private func head(
        of track: String, in heads: [String: LogHead]
    ) throws(JournalError) -> LogHead? {
        if let known = heads[track] { return known }
        return try head.first({ $0.bind(track) }, { LogHead(from: &$0) })
    }

    private func apply(_ change: MetaChange) throws(JournalError) {
        if let value = change.value {
            try putMeta.run {
                $0.bind(change.key)
                $0.bind(value)
            }
        } else {
            try deleteMeta.run { $0.bind(change.key) }
        }
    }
}
