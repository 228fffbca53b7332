/// Why the journal could not do what was asked. `description` is a sentence that says what is wrong
/// and what would be right, fit for the person who runs the server.
public enum JournalError: Error, Equatable, Sendable {
    /// The data directory can't be created, entered or written. `call` is the system call that
    /// failed, `code` its `errno`.
    case directoryUnusable(path: String, call: String, code: Int32)

    /// Another server holds the data directory. `pid` is what it wrote about itself, if readable.
    case directoryInUse(path: String, pid: Int32?)

    /// There is a file at the journal's place that LiveTiming did not write.
    case foreignFile(path: String)

    /// The file was written by a later LiveTiming: its schema has a version this one doesn't know.
    case newerVersion(path: String, found: Int, known: Int)

    /// There is no journal at `path` to read.
    case missing(path: String)

    /// A file that is to be written can't be. `call` is the system call that failed, `code` its `errno`.
    case fileUnusable(path: String, call: String, code: Int32)

    /// There is a file already where one is to be written.
    case fileExists(path: String)

    /// There is a journal, or a part of one, in a directory that is to have none: `path` is its file.
    case journalExists(path: String)

    /// SQLite refused a call.
    case sqlite(SQLiteFailure)

    /// An event or a log's head does not continue the log of `track`: `found` came where `expected`
    /// is next. A fault of the caller; the batch that held it was not written.
    case sequenceBroken(track: String, expected: Int64, found: Int64)

    /// The journal was closed before this was appended.
    case closed
}

/// A call of SQLite that failed.
public struct SQLiteFailure: Equatable, Sendable {
    /// The C function.
    public var call: String

    /// The extended result code.
    public var code: Int32

    /// What SQLite says about it.
    public var message: String

    public init(call: String, code: Int32, message: String) {
        self.call = call
        self.code = code
        self.message = message
    }

    /// The result code without its extension: `SQLITE_IOERR` for every kind of I/O error.
    public var primaryCode: Int32 { code & 0xff }
}
