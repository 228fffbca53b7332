/// How the journal is.
public enum JournalState: Equatable, Sendable {
    /// What is appended is written.
    case healthy

    /// A batch can't be written, and is tried again. Nothing is lost and nothing is acknowledged.
    case failing(JournalError, since: ContinuousClock.Instant)

    /// The batch and all that was appended behind it were given up; what is appended now fails too.
    /// The owner reads its state anew from disk and calls `resume()`.
    case stopped(JournalError)
}

/// Counters since the journal was opened.
public struct JournalStatistics: Equatable, Sendable {
    /// Commits, each one transaction of SQLite and one `fsync`.
    public internal(set) var commits: Int64 = 0

    /// What was appended and is on disk.
    public internal(set) var transactions: Int64 = 0

    /// Events among these.
    public internal(set) var events: Int64 = 0

    /// Tries to commit that failed.
    public internal(set) var failures: Int64 = 0

    /// Checkpoints that failed. The next one makes up for it; until then the log file grows.
    public internal(set) var checkpointFailures: Int64 = 0

    /// What waits to be taken by the writer.
    public internal(set) var waiting = 0

    /// Since when the writer has been at a commit or a checkpoint; `nil` while it waits for something
    /// to write, and between two tries.
    public internal(set) var busySince: ContinuousClock.Instant?

    /// How long the last commit took.
    public internal(set) var lastCommit: Duration = .zero
}
