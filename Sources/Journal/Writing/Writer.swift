import Glibc

/// The writer's thread and what it shares with those that append.
final class Writer: @unchecked Sendable {
    // Unchecked: `connection`, `lock` and `reported` belong to the writer's thread once it runs
    // (before that, to the thread that made this object); all else is immutable or in `shared`.

    private struct Shared {
        var queue: WriteQueue
        var statistics = JournalStatistics()
        var thread: pthread_t?
        var isFinished = false
    }

    /// After this many pages (4 MB) the write-ahead log is moved into the database file.
    private static let checkpointPages: Int32 = 1000

    /// The first and the longest pause before a batch is tried again.
    private static let pauses: ClosedRange<Duration> = .milliseconds(10)...(.milliseconds(500))

    private let shared: Monitor<Shared>
    private let giveUpAfter: Duration
    private let onStateChange: @Sendable (JournalState) -> Void
    private var connection: WriteConnection?
    private var lock: DirectoryLock?
    private var reported = JournalState.healthy

    init(
        connection: WriteConnection, lock: DirectoryLock, options: Journal.Options,
        onStateChange: @escaping @Sendable (JournalState) -> Void
    ) {
        self.connection = connection
        self.lock = lock
        self.onStateChange = onStateChange
        giveUpAfter = options.giveUpAfter
        shared = Monitor(Shared(queue: WriteQueue(batchLimit: options.batchLimit)))
    }

    // MARK: From any thread

    func append(_ entries: [WriteQueue.Entry]) {
        let areTaken = shared.update { shared in
            entries.allSatisfy { shared.queue.append($0) }
        }
        if !areTaken { reject(entries, .closed) }
    }

    func resume() {
        shared.update { $0.queue.resume() }
    }

    /// Returns when all is written and the directory is given back; at once on the writer's thread.
    func close() {
        let isWriter = shared.update { shared in
            shared.queue.close()
            return shared.thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false
        }
        if isWriter { return }
        shared.wait { $0.isFinished ? () : nil }
    }

    var statistics: JournalStatistics {
        shared.read { shared in
            var statistics = shared.statistics
            statistics.waiting = shared.queue.count
            return statistics
        }
    }

    // MARK: On the writer's thread

    /// The body of the thread: until closed and drained.
    func run() {
        shared.update { $0.thread = pthread_self() }
        serve()
        // The file is closed before the lock is given back, and both before anyone hears of it.
        // Nobody else refers to them: `serve` has returned.
        connection = nil
        lock = nil
        shared.update { $0.isFinished = true }
    }

    private func serve() {
        guard let connection else { preconditionFailure("A writer runs once.") }
        while true {
            switch shared.wait({ $0.queue.next() }) {
            case .commit(let entries): commit(entries, on: connection)
            case .reject(let entries, let error): reject(entries, error)
            case .recovered: report(.healthy)
            case .finish: return checkpoint(connection, truncating: true)
            }
        }
    }

    private func commit(_ entries: [WriteQueue.Entry], on connection: WriteConnection) {
        let transactions = entries.compactMap(\.transaction)
        if let error = write(transactions, on: connection) {
            shared.update { $0.queue.stop(error) }
            report(.stopped(error))
            reject(entries, error)
            return
        }
        report(.healthy)
        for entry in entries where entry.transaction != nil { entry.completion(.success(())) }
        // Acknowledged first: moving pages takes longer than a commit and is no part of it.
        if let last = entries.last, last.transaction == nil {
            checkpoint(connection, truncating: true)
            last.completion(.success(()))
        } else if connection.pagesInLog >= Self.checkpointPages {
            checkpoint(connection, truncating: false)
        }
    }

    /// Tries until it is written (`nil`), can never be, or the time is up.
    private func write(
        _ transactions: [Transaction], on connection: WriteConnection
    ) -> JournalError? {
        guard !transactions.isEmpty else { return nil }
        var failingSince: ContinuousClock.Instant?
        var pause = Self.pauses.lowerBound
        while true {
            let start = ContinuousClock.now
            shared.update { $0.statistics.busySince = start }
            do throws(JournalError) {
                try connection.write(transactions)
                count(transactions, tookFrom: start)
                return nil
            } catch {
                shared.update { shared in
                    shared.statistics.failures += 1
                    shared.statistics.busySince = nil
                }
                let since = failingSince ?? start
                failingSince = since
                guard error.mayPass, since.duration(to: .now) < giveUpAfter else { return error }
                report(.failing(error, since: since))
            }
            sleep(pause)
            pause = min(pause * 2, Self.pauses.upperBound)
        }
    }

    private func count(_ transactions: [Transaction], tookFrom start: ContinuousClock.Instant) {
        let took = start.duration(to: .now)
        let events = transactions.reduce(0) { $0 + $1.events.count }
        shared.update { shared in
            shared.statistics.commits += 1
            shared.statistics.transactions += Int64(transactions.count)
            shared.statistics.events += Int64(events)
            shared.statistics.lastCommit = took
            shared.statistics.busySince = nil
        }
    }

    private func reject(_ entries: [WriteQueue.Entry], _ error: JournalError) {
        for entry in entries { entry.completion(.failure(error)) }
    }

    /// What a checkpoint leaves the next one makes up for.
    private func checkpoint(_ connection: WriteConnection, truncating: Bool) {
        shared.update { $0.statistics.busySince = .now }
        defer { shared.update { $0.statistics.busySince = nil } }
        do throws(JournalError) {
            try connection.checkpoint(truncating: truncating)
        } catch {
            shared.update { $0.statistics.checkpointFailures += 1 }
        }
    }

    private func report(_ state: JournalState) {
        guard state != reported else { return }
        reported = state
        onStateChange(state)
    }
}

/// Pauses this thread only.
private func sleep(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
    // A value on this stack; a pause cut short by a signal only tries sooner.
    unsafe nanosleep(&time, nil)
}
