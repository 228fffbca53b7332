import Testing

@testable import Journal

@Suite struct StatementTests {
    private let directory = TemporaryDirectory()

    private struct Row: Equatable {
        var text: String
        var other: String?
        var blob: [UInt8]?
        var number: Int64?
    }

    private func table() throws -> Database {
        let database = try Database(path: directory.path + "/file", mode: .readWriteCreate)
        try database.statement("CREATE TABLE t (text TEXT NOT NULL, other TEXT, blob BLOB, number)")
            .run()
        return database
    }

    private func rows(_ database: Database) throws -> [Row] {
        try database.statement("SELECT text, other, blob, number FROM t ORDER BY rowid").all {
            Row(
                text: $0.text(), other: $0.optionalText(), blob: $0.optionalBytes(),
                number: $0.optionalInteger())
        }
    }

    @Test func `each run has the values that it was given and none of those before`() throws {
        let database = try table()
        let given = [
            Row(
                text: String(repeating: "long ", count: 2_000), other: "ä", blob: [1, 2], number: 7),
            Row(text: "", other: "", blob: [], number: nil),
            Row(text: "short", other: nil, blob: nil, number: -1),
            Row(text: "a\u{0}b", other: "x", blob: Array(repeating: 9, count: 5_000), number: .max),
            Row(text: "end", other: "", blob: [], number: .min),
        ]
        let put = try database.statement("INSERT INTO t VALUES (?, ?, ?, ?)")
        for row in given {
            try put.run {
                $0.bind(row.text)
                $0.bind(row.other)
                $0.bind(blob: row.blob)
                $0.bind(row.number)
            }
        }
        #expect(try rows(database) == given)
        let kinds = try database.statement(
            "SELECT typeof(text) || typeof(other) || typeof(blob) FROM t"
        )
        .all { $0.text() }
        #expect(
            kinds == [
                "texttextblob", "texttextblob", "textnullnull", "texttextblob", "texttextblob",
            ])
    }

    @Test func `a run that fails leaves nothing to the next`() throws {
        let database = try table()
        let put = try database.statement("INSERT INTO t (text, other) VALUES (?, ?)")
        #expect(throws: JournalError.self) {
            try put.run {
                for _ in 0..<3 { $0.bind("too many") }
            }
        }
        #expect(throws: JournalError.self) {
            try put.run {
                $0.bind(nil as String?)
                $0.bind("no text")
            }
        }
        try put.run { $0.bind("one") }
        #expect(try rows(database) == [Row(text: "one", other: nil, blob: nil, number: nil)])
    }

    @Test func `a run that is left after its first row can be begun anew`() throws {
        let database = try table()
        for text in ["a", "b"] {
            try database.statement("INSERT INTO t (text) VALUES (?)").run { $0.bind(text) }
        }
        let find = try database.statement("SELECT text FROM t WHERE text >= ? ORDER BY text")
        #expect(try find.first({ $0.bind("a") }, { $0.text() }) == "a")
        #expect(try find.first({ $0.bind("b") }, { $0.text() }) == "b")
        #expect(try find.all({ $0.bind("a") }, { $0.text() }) == ["a", "b"])
    }
}
