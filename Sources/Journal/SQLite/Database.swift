import CSQLite

/// One connection to an SQLite file, and the only owner of its C object.
///
/// Not `Sendable`: the connection is opened without SQLite's own mutex, so one thread at a time may
/// use it and the statements made from it.
// Safe to use: the C object is private, and lives exactly as long as this one.
@safe final class Database {
    enum Mode {
        case readOnly
        case readWriteCreate
    }

    /// The pages in the write-ahead log after the last commit on this connection.
    fileprivate(set) var pagesInLog: Int32 = 0

    private let connection: OpaquePointer
    private var statements: [String: Statement] = [:]

    init(path: String, mode: Mode) throws(JournalError) {
        let flags =
            switch mode {
            case .readOnly: SQLITE_OPEN_READONLY
            case .readWriteCreate: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            }
        var opened: OpaquePointer?
        // SQLite copies the path; `opened` is written before the call returns.
        let code = unsafe sqlite3_open_v2(path, &opened, flags | SQLITE_OPEN_NOMUTEX, nil)
        guard code == SQLITE_OK, let connection = unsafe opened else {
            let failure = unsafe SQLiteFailure(call: "sqlite3_open_v2", code: code, on: opened)
            // A failed open still leaves an object to close; closing nil does nothing.
            unsafe sqlite3_close_v2(opened)
            throw .sqlite(failure)
        }
        unsafe self.connection = connection
        // Plain settings of a connection that was just opened.
        unsafe sqlite3_extended_result_codes(connection, 1)
        unsafe sqlite3_busy_timeout(connection, Self.busyTimeoutMilliseconds)
    }

    /// How long a call waits for a lock that another program (a shell, a backup) holds.
    private static let busyTimeoutMilliseconds: Int32 = 1000

    deinit {
        // `close_v2` waits for statements that are still about, so the order in which they go
        // doesn't matter.
        unsafe sqlite3_close_v2(connection)
    }

    /// Runs statements that have no parameters and whose rows nobody needs.
    func execute(_ sql: String) throws(JournalError) {
        // SQLite copies the text; no callback, no message to free.
        try check(unsafe sqlite3_exec(connection, sql, nil, nil, nil), "sqlite3_exec")
    }

    /// The prepared statement of `sql`, made at its first use and kept as long as the connection.
    func statement(_ sql: String) throws(JournalError) -> Statement {
        if let known = statements[sql] { return known }
        var prepared: OpaquePointer?
        // SQLite copies the text; `prepared` is written before the call returns.
        let code = unsafe sqlite3_prepare_v3(
            connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        try check(code, "sqlite3_prepare_v3")
        guard let prepared = unsafe prepared else {
            preconditionFailure("An SQL text without a statement: \(sql)")
        }
        let statement = unsafe Statement(owning: prepared)
        statements[sql] = statement
        return statement
    }

    /// The texts of all statements that were prepared until now.
    var preparedTexts: some Collection<String> { statements.keys }

    /// The first column of the first row, an integer.
    func integer(_ sql: String) throws(JournalError) -> Int64? {
        try statement(sql).first { $0.integer() }
    }

    /// Whether a transaction is open. Some errors make SQLite roll back by itself.
    var isInTransaction: Bool {
        // Reads a flag of the open connection.
        unsafe sqlite3_get_autocommit(connection) == 0
    }

    /// Runs `body` between `begin` and `COMMIT`; rolls back if either throws.
    func transaction<Value>(
        _ begin: String, _ body: () throws(JournalError) -> Value
    ) throws(JournalError) -> Value {
        try statement(begin).run()
        do {
            let value = try body()
            try statement("COMMIT").run()
            return value
        } catch {
            // The first error is the one to tell; a rollback that fails leaves nothing committed.
            if isInTransaction { try? statement("ROLLBACK").run() }
            throw error
        }
    }

    /// From now on `pagesInLog` is kept, and no commit moves pages into the database by itself.
    func countPagesInLog() {
        // The connection is closed in `deinit`, so it never outlives the object that it points to.
        let unretained = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe sqlite3_wal_hook(connection, notePagesInLog, unretained)
    }

    /// Moves what the write-ahead log holds into the database file. Answers whether all of it is
    /// there now and synced; someone who reads an older state holds up the rest.
    func checkpoint(truncating: Bool) throws(JournalError) -> Bool {
        let mode = truncating ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_PASSIVE
        var (pages, moved) = (Int32(0), Int32(0))
        // All databases of the connection; both counts are written before the call returns.
        let code = unsafe sqlite3_wal_checkpoint_v2(connection, nil, mode, &pages, &moved)
        try check(code, "sqlite3_wal_checkpoint_v2")
        pagesInLog = 0
        return pages == moved
    }

    /// Has the index of the write-ahead log made anew from the log by the next transaction, as after
    /// a crash: nothing counts as moved into the database file any more.
    func forgetIndex() throws(JournalError) {
        // The connection is open, and only its own thread is here.
        try check(unsafe livetiming_forget_index(connection), "xShmMap")
    }

    private func check(_ code: Int32, _ call: String) throws(JournalError) {
        guard code == SQLITE_OK else {
            // The message is read before any other call on the connection.
            throw .sqlite(unsafe SQLiteFailure(call: call, code: code, on: connection))
        }
    }
}

extension SQLiteFailure {
    /// What `connection` says about the call that just failed on it.
    init(call: String, code: Int32, on connection: OpaquePointer?) {
        // Copied at once: the next call on the connection may change the text.
        let message = unsafe String(cString: sqlite3_errmsg(connection))
        self.init(call: call, code: code, message: message)
    }
}

/// Called by SQLite after each commit, on the thread that commits.
private func notePagesInLog(
    _ owner: UnsafeMutableRawPointer?, _: OpaquePointer?, _: UnsafePointer<CChar>?, pages: Int32
) -> Int32 {
    guard let owner = unsafe owner else { return SQLITE_OK }
    // The pointer is the `Database` that set this hook; it lives as long as its connection.
    unsafe Unmanaged<Database>.fromOpaque(owner).takeUnretainedValue().pagesInLog = pages
    return SQLITE_OK
}
