/// The durable log and the history of one data directory, open for writing.
///
/// Everything appended is written in order by one thread, in groups: all that waits becomes one
/// commit. A completion that gets a success runs after the commit is on disk. Any thread may call;
/// completions and `onStateChange` run on the writer's thread, in order, and must not block it.
public final class Journal: Sendable {
    public struct Options: Sendable {
        /// The most transactions in one commit.
        public var batchLimit = 1024

        /// How long a batch that can't be written is tried again before it is given up.
        public var giveUpAfter: Duration = .seconds(10)

        public init() {}
    }

    private let writer: Writer

    /// The directory that it was opened in.
    public let directory: String

    /// Opens the journal in `directory`, making both where they are missing, and locks the directory
    /// against a second server. The file is brought to the newest schema.
    public init(
        directory: String, options: Options = Options(),
        onStateChange: @escaping @Sendable (JournalState) -> Void = { _ in }
    ) throws(JournalError) {
        let place = DataDirectory(directory)
        try place.create()
        let lock = try DirectoryLock(place)
        let connection = try WriteConnection(place)
        self.directory = place.path
        writer = Writer(
            connection: connection, lock: lock, options: options, onStateChange: onStateChange)
        let writer = writer
        startThread { writer.run() }
    }

    deinit {
        writer.close()
    }

    /// Adds `transaction` to what is to be written. After a failure, and until `resume()`, everything
    /// appended fails with the error of the batch that failed.
    public func append(
        _ transaction: Transaction,
        completion: @escaping @Sendable (Result<Void, JournalError>) -> Void
    ) {
        append([transaction], completion: completion)
    }

    /// Adds transactions, at least one, to be written in this order. `completion` is called once, with the last of
    /// them, which is on disk after all others or not at all.
    public func append(
        _ transactions: [Transaction],
        completion: @escaping @Sendable (Result<Void, JournalError>) -> Void
    ) {
        var entries = transactions.map { WriteQueue.Entry(transaction: $0, completion: { _ in }) }
        entries[entries.endIndex - 1].completion = completion
        writer.append(entries)
    }

    /// Writes again after a batch was given up. What was appended before this call fails; call it on
    /// the thread that appends, once its state is read anew from disk.
    public func resume() {
        writer.resume()
    }

    /// Waits until all that was appended before is on disk and moved from the write-ahead log into
    /// the database file. Throws if it was given up. Not from a completion.
    public func flush() throws(JournalError) {
        let answer = Monitor<Result<Void, JournalError>?>(nil)
        writer.append([
            WriteQueue.Entry(transaction: nil) { result in answer.update { $0 = result } }
        ])
        try answer.wait { $0 }.get()
    }

    /// Writes all that was appended, moves it into the database file and gives the directory back.
    /// What is appended later fails with `closed`. From a completion it doesn't wait.
    public func close() {
        writer.close()
    }

    /// Counters, for metrics.
    public var statistics: JournalStatistics { writer.statistics }
}
