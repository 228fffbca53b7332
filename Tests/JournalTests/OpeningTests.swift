import Foundation
import Testing

@testable import Journal

@Suite struct OpeningTests {
    let directory = TemporaryDirectory()

    var path: String { directory.path }

    private func file() throws -> Database {
        try Database(path: DataDirectory(path).journalPath, mode: .readWriteCreate)
    }

    @Test func `an empty directory gets a journal of the newest schema`() throws {
        let journal = try Journal(directory: "\(path)/deeper/data")
        journal.close()
        let database = try Database(
            path: "\(path)/deeper/data/livetiming.sqlite", mode: .readOnly)
        #expect(try database.integer("PRAGMA application_id") == Schema.applicationID)
        #expect(
            try database.integer("PRAGMA user_version") == Int64(Schema.migrations.count))
        let mode = try database.statement("PRAGMA journal_mode").first { $0.text() }
        #expect(mode == "wal")
    }

    @Test func `what was written is there after a reopening`() throws {
        let first = try Journal(directory: path)
        try first.write(Sample.command(1))
        first.close()
        let second = try Journal(directory: path)
        try second.write(Sample.command(2))
        second.close()
        let history = try History(directory: path)
        #expect(try history.events(of: "hill", after: 0, limit: 9).map(\.seq) == [1, 2])
        #expect(try history.heads() == [LogHead(track: "hill", epoch: "e1", seq: 2)])
    }

    @Test func `a second server is refused and told by which process`() throws {
        let journal = try Journal(directory: path)
        #expect(throws: JournalError.directoryInUse(path: path, pid: getpid())) {
            try Journal(directory: path)
        }
        journal.close()
        try Journal(directory: path).close()
    }

    @Test func `the journal can be read while a server holds it`() throws {
        let journal = try Journal(directory: path)
        try journal.write(Sample.command(1))
        #expect(try History(directory: path).heads().map(\.seq) == [1])
        journal.close()
    }

    @Test func `a path through a file is refused`() throws {
        try Data("x".utf8).write(to: URL(filePath: "\(path)/file"))
        let inside = "\(path)/file/data"
        #expect(
            throws: JournalError.directoryUnusable(path: inside, call: "mkdir", code: ENOTDIR)
        ) {
            try Journal(directory: inside)
        }
        #expect(
            throws: JournalError.directoryUnusable(
                path: "\(path)/file", call: "open", code: ENOTDIR)
        ) {
            try Journal(directory: "\(path)/file")
        }
    }

    @Test(.disabled(if: geteuid() == 0, "nothing is forbidden to root"))
    func `a directory that may not be written is refused`() throws {
        try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: path)
        #expect(
            throws: JournalError.directoryUnusable(path: path, call: "open", code: EACCES)
        ) {
            try Journal(directory: path)
        }
    }

    @Test func `a newer file is refused and left as it is`() throws {
        try Journal(directory: path).close()
        let newer = Schema.migrations.count + 1
        try file().execute("PRAGMA user_version = \(newer)")
        let file = DataDirectory(path).journalPath
        let error = JournalError.newerVersion(
            path: file, found: newer, known: Schema.migrations.count)
        #expect(throws: error) { try Journal(directory: path) }
        #expect(throws: error) { try History(directory: path) }
        #expect(try self.file().integer("PRAGMA user_version") == Int64(newer))
    }

    @Test func `a database of someone else is refused and left as it is`() throws {
        try file().execute("CREATE TABLE theirs (x); PRAGMA user_version = 1")
        let path = DataDirectory(path).journalPath
        let before = try Data(contentsOf: URL(filePath: path))
        #expect(throws: JournalError.foreignFile(path: path)) {
            try Journal(directory: directory.path)
        }
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
    }

    @Test func `a file that is no database is refused and left as it is`() throws {
        let path = DataDirectory(path).journalPath
        let before = Data(String(repeating: "not a database\n", count: 100).utf8)
        try before.write(to: URL(filePath: path))
        #expect(throws: JournalError.foreignFile(path: path)) {
            try Journal(directory: directory.path)
        }
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
    }

    @Test func `reading where there is no journal says so`() {
        #expect(throws: JournalError.missing(path: DataDirectory(path).journalPath)) {
            try History(directory: path)
        }
    }

    @Test func `migrations run in order and one that fails leaves the version before it`() throws {
        let database = try file()
        let steps = [
            "CREATE TABLE a (x)", "ALTER TABLE a ADD COLUMN y; INSERT INTO a VALUES (1, 2)",
            "CREATE TABLE b (x); INSERT INTO missing VALUES (1)",
        ]
        #expect(throws: JournalError.self) {
            try Schema.prepare(database, path: "", migrations: steps)
        }
        #expect(try database.integer("PRAGMA user_version") == 2)
        #expect(try database.integer("SELECT y FROM a") == 2)
        #expect(try database.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'b'") == 0)
    }

    @Test func `each refusal is a sentence that says what would be right`() {
        let error = JournalError.directoryInUse(path: "/data", pid: 42)
        #expect(
            error.description == """
                The data directory /data is in use by another server, process 42. \
                Stop that one first, or name another directory.
                """)
    }
}
