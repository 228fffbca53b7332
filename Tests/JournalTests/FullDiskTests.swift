import Foundation
import Testing

@testable import Journal

/// Each test runs in a process of its own, whose files may only grow to a limit: writing fails for
/// real, and works again when the limit is lifted.
@Suite struct FullDiskTests {
    let directory = TemporaryDirectory()

    @Test func `with space again the same batch is written, in order`() async {
        let path = directory.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            let states = Recorder<JournalState>()
            let journal = try Journal(directory: path) { states.record($0) }
            try journal.write(Sample.command(1))
            let disk = FullDisk(log: "\(DataDirectory(path).journalPath)-wal")
            let completed = Recorder<Int64>()
            for seq in 2...100 as ClosedRange<Int64> {
                journal.append(Sample.command(seq, padding: 2000)) { result in
                    completed.record((try? result.get()) == nil ? -seq : seq)
                }
            }
            guard case .failing = states.wait(for: 1)[0] else {
                Issue.record("It does not fail.")
                return
            }
            try #require(completed.all.isEmpty)
            try #require(try History(directory: path).head(of: "hill")?.seq == 1)
            disk.makeSpace()
            try #require(completed.wait(for: 99) == Array(2...100))
            try #require(states.all.last == .healthy)
            journal.close()
            try #require(try History(directory: path).verify().isEmpty)
        }
    }

    @Test func `given up, nothing behind it is written before the owner resumes`() async {
        let path = directory.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            let states = Recorder<JournalState>()
            var options = Journal.Options()
            options.giveUpAfter = .milliseconds(200)
            options.batchLimit = 5
            let journal = try Journal(directory: path, options: options) { states.record($0) }
            try journal.write(Sample.command(1))
            let disk = FullDisk(log: "\(DataDirectory(path).journalPath)-wal")
            let failed = Recorder<Int64>()
            for seq in 2...40 as ClosedRange<Int64> {
                journal.append(Sample.command(seq, padding: 2000)) { result in
                    failed.record((try? result.get()) == nil ? seq : -seq)
                }
            }
            try #require(failed.wait(for: 39) == Array(2...40))
            guard case .stopped = states.all.last else {
                Issue.record("It goes on.")
                return
            }
            disk.makeSpace()
            // There is space, and this would continue the log; but it was decided on a state that
            // never came to be.
            #expect(throws: JournalError.self) { try journal.write(Sample.command(2)) }
            journal.resume()
            try journal.write(Sample.command(2))
            try #require(states.all.last == .healthy)
            journal.close()
            let history = try History(directory: path)
            try #require(try history.events(of: "hill", after: 0, limit: 9).map(\.seq) == [1, 2])
            try #require(try history.verify().isEmpty)
        }
    }
}

/// From its making on, no file of this process may grow past what `log` has now.
private struct FullDisk {
    private let before: rlimit

    init(log: String) {
        // The system would end the process; ignored, the write fails.
        signal(SIGXFSZ, SIG_IGN)
        let size = (try? FileManager.default.attributesOfItem(atPath: log)[.size] as? UInt) ?? 0
        // A plain C value on this stack, for both calls.
        var limit = rlimit()
        unsafe getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
        before = limit
        limit.rlim_cur = size
        unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    }

    func makeSpace() {
        // A plain C value on this stack.
        var limit = before
        unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    }
}
