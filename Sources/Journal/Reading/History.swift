/// A connection that reads the journal, with the queries that it answers. What it sees is on disk.
///
/// Not `Sendable`: the thread that made it uses it. A start reads with one of its own; when the loop
/// runs, `Reader` keeps one on a thread.
public final class History {
    let database: Database

    /// Opens the journal in `directory` for reading. A server may be writing it meanwhile.
    public convenience init(directory: String) throws(JournalError) {
        try self.init(file: DataDirectory(directory).journalPath)
    }

    /// Opens a journal by its file, such as a backup.
    public init(file path: String) throws(JournalError) {
        database = try Schema.open(path)
        try database.execute("PRAGMA trusted_schema = OFF; PRAGMA query_only = ON")
    }

    /// Runs several queries on one and the same state of the journal.
    public func snapshot<Value>(
        _ body: () throws(JournalError) -> Value
    ) throws(JournalError) -> Value {
        if database.isInTransaction { return try body() }
        return try database.transaction("BEGIN", body)
    }
}
