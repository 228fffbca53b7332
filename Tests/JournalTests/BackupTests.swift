import Foundation
import Testing

@testable import Journal

@Suite struct BackupTests {
    let directory = TemporaryDirectory()
    let other = TemporaryDirectory()

    private var file: String { "\(directory.path)/backup.sqlite" }

    private func write() throws -> Journal {
        let journal = try Journal(directory: directory.path)
        try journal.write(Sample.ground)
        for seq in 1...5 as ClosedRange<Int64> { try journal.write(Sample.command(seq)) }
        return journal
    }

    @Test func `a copy that is taken while the journal is open has all that was committed`() throws
    {
        let journal = try write()
        let content = try Backup(file).take(of: directory.path, replacing: false)
        #expect(content == Backup.Content(tracks: 1, events: 5))
        let copy = try History(file: file)
        #expect(try copy.verify() == [])
        #expect(try copy.head(of: "hill")?.epoch == "e1")
        #expect(try copy.events(of: "hill", after: 0, limit: 9).map(\.seq) == [1, 2, 3, 4, 5])
        journal.close()
    }

    @Test func `a restored log goes on where it was, under an epoch of its own`() throws {
        let journal = try write()
        _ = try Backup(file).take(of: directory.path, replacing: false)
        journal.close()
        _ = try Backup(file).restore(to: other.path) { "new" }
        #expect(
            try History(directory: other.path).heads() == [
                LogHead(track: "hill", epoch: "new", seq: 5)
            ])
        let restored = try Journal(directory: other.path)
        try restored.write(Transaction(events: [Sample.event(6, epoch: "new")]))
        restored.close()
        let history = try History(directory: other.path)
        #expect(try history.verify() == [])
        let epochs = try history.events(of: "hill", after: 4, limit: 2).map(\.epoch)
        #expect(epochs == ["e1", "new"])
    }

    @Test func `what is there is never written over unasked`() throws {
        try write().close()
        _ = try Backup(file).take(of: directory.path, replacing: false)
        #expect(throws: JournalError.fileExists(path: file)) {
            try Backup(file).take(of: directory.path, replacing: false)
        }
        let journal = DataDirectory(directory.path).journalPath
        #expect(throws: JournalError.journalExists(path: journal)) {
            try Backup(file).restore(to: directory.path) { "new" }
        }
        _ = try Backup(file).take(of: directory.path, replacing: true)
    }

    @Test func `a copy that fails leaves no file`() throws {
        try write().close()
        let folder = TemporaryDirectory()
        // A directory in the place of the file: the name cannot be given.
        let path = "\(folder.path)/backup"
        try FileManager.default.createDirectory(
            atPath: "\(path)/in the way", withIntermediateDirectories: true)
        #expect(throws: JournalError.self) {
            try Backup(path).take(of: directory.path, replacing: true)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["backup"])
    }
}
