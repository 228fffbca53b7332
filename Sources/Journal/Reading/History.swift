/// A connection that reads the journal, with the queries that it answers. What it sees is on disk.
///
/// Not `Sendable`: the thread that made it uses it. A start reads with one of its own; when the loop
/// runs, `Reader` keeps one on a thread.
public final class History {
    let database: Database

    /// Opens the journal in `directory` for reading. A server may be writing it meanwhile.
    public init(directory: String) throws(JournalError) {
        let place = DataDirectory(directory)
        do {
            database = try Database(path: place.journalPath, mode: .readOnly)
        } catch .sqlite(let failure) where failure.isCannotOpen {
            throw .missing(path: place.journalPath)
        }
        try Schema.check(database, path: place.journalPath)
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
