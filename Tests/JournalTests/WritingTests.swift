import Foundation
import Testing

@testable import Journal

@Suite struct WritingTests {
    let directory = TemporaryDirectory()

    /// Another program that holds the right to write, such as a shell in a transaction.
    private func otherWriter() throws -> Database {
        try Database(path: DataDirectory(directory.path).journalPath, mode: .readWriteCreate)
    }

    @Test func `all that waits is committed as one and completes in order`() throws {
        let journal = try Journal(directory: directory.path)
        let other = try otherWriter()
        try other.execute("BEGIN IMMEDIATE")
        let completed = Recorder<Int64>()
        for seq in 1...500 as ClosedRange<Int64> {
            journal.append(Sample.command(seq)) { result in
                if case .success = result { completed.record(seq) }
            }
            // The writer has taken the first alone and waits for the right to write.
            while seq == 1 && journal.statistics.waiting != 0 { sched_yield() }
        }
        try other.execute("COMMIT")
        #expect(completed.wait(for: 500) == Array(1...500))
        let statistics = journal.statistics
        #expect(statistics.commits == 2)
        #expect(statistics.transactions == 500)
        #expect(statistics.events == 500)
        journal.close()
    }

    @Test func `a commit that fails is tried again until it succeeds`() throws {
        let states = Recorder<JournalState>()
        let journal = try Journal(directory: directory.path) { states.record($0) }
        let other = try otherWriter()
        try other.execute("BEGIN IMMEDIATE")
        let completed = Recorder<Bool>()
        journal.append(Sample.command(1)) { completed.record((try? $0.get()) != nil) }
        guard case .failing(let error, _) = states.wait(for: 1)[0] else {
            Issue.record("The first state is not failing.")
            return
        }
        #expect(error.mayPass)
        #expect(completed.all.isEmpty)
        try other.execute("COMMIT")
        #expect(completed.wait(for: 1) == [true])
        #expect(states.wait(for: 2).last == .healthy)
        #expect(try History(directory: directory.path).head(of: "hill")?.seq == 1)
        journal.close()
    }

    @Test func `a gap in a log is refused with its whole batch`() throws {
        let states = Recorder<JournalState>()
        let journal = try Journal(directory: directory.path) { states.record($0) }
        try journal.write(Sample.command(1))
        let broken = JournalError.sequenceBroken(track: "hill", expected: 3, found: 4)
        #expect(throws: broken) {
            try journal.write(Transaction(events: [Sample.event(2), Sample.event(4)]))
        }
        #expect(throws: broken) { try journal.write(Sample.command(2)) }
        #expect(states.all == [.stopped(broken)])
        journal.resume()
        try journal.write(Sample.command(2))
        #expect(states.all == [.stopped(broken), .healthy])
        let history = try History(directory: directory.path)
        #expect(try history.events(of: "hill", after: 0, limit: 9).map(\.seq) == [1, 2])
        journal.close()
    }

    @Test func `a new epoch goes on with the numbers of the old one`() throws {
        let journal = try Journal(directory: directory.path)
        try journal.write(Sample.command(1))
        try journal.write(Transaction(heads: [LogHead(track: "hill", epoch: "e2", seq: 1)]))
        try journal.write(Transaction(events: [Sample.event(2, epoch: "e2")]))
        let history = try History(directory: directory.path)
        #expect(try history.head(of: "hill") == LogHead(track: "hill", epoch: "e2", seq: 2))
        #expect(throws: JournalError.sequenceBroken(track: "hill", expected: 2, found: 7)) {
            try journal.write(Transaction(heads: [LogHead(track: "hill", epoch: "e3", seq: 7)]))
        }
        journal.close()
    }

    @Test func `closing writes all that was appended and then refuses`() throws {
        let journal = try Journal(directory: directory.path)
        let completed = Recorder<Bool>()
        for seq in 1...100 as ClosedRange<Int64> {
            journal.append(Sample.command(seq)) { completed.record((try? $0.get()) != nil) }
        }
        journal.close()
        #expect(completed.all == Array(repeating: true, count: 100))
        #expect(throws: JournalError.closed) { try journal.write(Sample.command(101)) }
        #expect(throws: JournalError.closed) { try journal.flush() }
        let log = "\(DataDirectory(directory.path).journalPath)-wal"
        #expect(!FileManager.default.fileExists(atPath: log))
    }

    @Test func `a flush leaves everything in the database file`() throws {
        let journal = try Journal(directory: directory.path)
        for seq in 1...10 as ClosedRange<Int64> { journal.append(Sample.command(seq)) { _ in } }
        try journal.flush()
        let alone = TemporaryDirectory()
        try FileManager.default.copyItem(
            atPath: DataDirectory(directory.path).journalPath,
            toPath: DataDirectory(alone.path).journalPath)
        #expect(try History(directory: alone.path).head(of: "hill")?.seq == 10)
        journal.close()
    }

    @Test func `a journal may be closed from a completion`() throws {
        let completed = Recorder<Bool>()
        var journal: Journal? = try Journal(directory: directory.path)
        journal?.append(Sample.command(1)) { [journal] _ in
            journal?.close()
            completed.record(true)
        }
        journal = nil
        completed.wait(for: 1)
        // It closes on its own thread; then the directory is free again.
        while true {
            do {
                return try Journal(directory: directory.path).close()
            } catch JournalError.directoryInUse {
                sched_yield()
            }
        }
    }

    @Test func `the write-ahead log does not grow for ever`() throws {
        let journal = try Journal(directory: directory.path)
        for seq in 1...200 as ClosedRange<Int64> {
            try journal.write(Sample.command(seq, padding: 100_000))
        }
        let log = "\(DataDirectory(directory.path).journalPath)-wal"
        let size = try FileManager.default.attributesOfItem(atPath: log)[.size] as? Int
        #expect(try #require(size) < 8_000_000)
        journal.close()
    }
}
