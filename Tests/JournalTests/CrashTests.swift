import Foundation
import Testing

@testable import Journal

@Suite struct CrashTests {
    let directory = TemporaryDirectory()

    @Test func `what lies on disk at any moment holds all that was acknowledged`() throws {
        let journal = try Journal(directory: directory.path)
        for seq in 1...20 as ClosedRange<Int64> {
            try journal.write(Sample.command(seq, padding: 5000))
            let image = try directory.image()
            let history = try openedAgain(image)
            #expect(try history.head(of: "hill")?.seq == seq)
            #expect(try history.verify().isEmpty)
        }
        journal.close()
    }

    @Test func `a torn end of the write-ahead log costs only what was not acknowledged`() throws {
        let journal = try Journal(directory: directory.path)
        for seq in 1...9 as ClosedRange<Int64> { try journal.write(Sample.command(seq)) }
        let log = "\(DataDirectory(directory.path).journalPath)-wal"
        let before = try #require(
            try FileManager.default.attributesOfItem(atPath: log)[.size] as? UInt64)
        try journal.write(Sample.command(10))
        let image = try directory.image()
        let file = try FileHandle(
            forWritingTo: URL(filePath: "\(DataDirectory(image.path).journalPath)-wal"))
        // Ten bytes of the last commit reached the disk.
        try file.truncate(atOffset: before + 10)
        try file.close()
        let history = try openedAgain(image)
        #expect(try history.head(of: "hill")?.seq == 9)
        #expect(try history.verify().isEmpty)
        journal.close()
    }

    /// The child writes without pause, notes in a file what was acknowledged, and is killed at some
    /// moment in it.
    @Test(arguments: [1, 40, 333, 1200])
    func `a killed server keeps every acknowledged event and no gap`(moment: Int64) async throws {
        let path = directory.path
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, moment] in
            let journal = try Journal(directory: path)
            // The path lives for the call, the note on this stack for the other.
            let notes = unsafe open("\(path)/notes", O_WRONLY | O_CREAT | O_APPEND, 0o600)
            let acknowledged = Monitor<Int64>(0)
            startThread {
                acknowledged.wait { $0 >= moment ? () : nil }
                kill(getpid(), SIGKILL)
            }
            for seq in 1...Int64.max {
                acknowledged.wait { seq - $0 < 64 ? () : nil }
                journal.append(Sample.command(seq, padding: 500)) { _ in
                    var note = seq
                    unsafe write(notes, &note, 8)
                    acknowledged.update { $0 = seq }
                }
            }
        }
        let notes = try Data(contentsOf: URL(filePath: "\(path)/notes"))
        let acknowledged = Int64(notes.count / 8)
        #expect(acknowledged >= moment)
        let history = try openedAgain(directory)
        let seqs = try history.events(of: "hill", after: 0, limit: .max).map(\.seq)
        #expect(seqs == Array(1...Int64(seqs.count)))
        #expect(Int64(seqs.count) >= acknowledged)
        #expect(try history.verify().isEmpty)
    }

    /// A server starts on the directory, which repairs it, and stops.
    private func openedAgain(_ directory: TemporaryDirectory) throws -> History {
        try Journal(directory: directory.path).close()
        return try History(directory: directory.path)
    }
}
