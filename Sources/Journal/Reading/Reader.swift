/// Answers queries of the history on a thread of its own, one after the other, so that no query holds
/// up the loop. Any thread may ask; completions run on the reader's thread.
public final class Reader: Sendable {
    private let worker: ReadWorker

    /// Opens the journal in `directory` for reading.
    public init(directory: String) throws(JournalError) {
        worker = ReadWorker(try History(directory: directory))
        let worker = worker
        startThread { worker.run() }
    }

    deinit {
        worker.stop()
    }

    /// Runs `query` on one state of the journal and hands on what it answers. After `close` the
    /// answer is `closed`.
    public func read<Value: Sendable>(
        _ query: @escaping @Sendable (History) throws(JournalError) -> Value,
        completion: @escaping @Sendable (Result<Value, JournalError>) -> Void
    ) {
        let isTaken = worker.append { history in
            completion(
                Result { () throws(JournalError) in
                    try history.snapshot { () throws(JournalError) in try query(history) }
                })
        }
        if !isTaken { completion(.failure(.closed)) }
    }

    /// How many queries wait.
    public var waiting: Int { worker.waiting }

    /// Answers what was asked, and ends. Waits for that, except on the reader's own thread.
    public func close() {
        worker.stop()
        worker.waitUntilFinished()
    }
}
