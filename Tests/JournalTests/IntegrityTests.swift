import Testing

@testable import Journal

@Suite struct IntegrityTests {
    let directory = TemporaryDirectory()

    /// What `verify` finds in a good journal after `damage` was done to it.
    private func faults(after damage: String) throws -> [IntegrityFault] {
        let journal = try Journal(directory: directory.path)
        try journal.write(Sample.ground)
        try journal.write(
            Transaction(changes: [
                .putRun(Sample.run("r1"), splits: [Sample.split("s1", run: "r1")]),
                .putRun(Sample.run("r2"), splits: [], times: [Sample.time(2, at: 1, run: "r2")]),
                .putActive(track: "hill", run: "r3", split: "s3"),
            ]))
        for seq in 1...5 as ClosedRange<Int64> { try journal.write(Sample.command(seq)) }
        try journal.write(Transaction(events: [Sample.event(1, track: "lake", instant: 7)]))
        journal.close()
        let database = try Database(
            path: DataDirectory(directory.path).journalPath, mode: .readWriteCreate)
        try database.execute(damage)
        return try History(directory: directory.path).verify()
    }

    @Test(
        arguments: [
            ("SELECT 1", []),
            (
                "DELETE FROM events WHERE seq = 3",
                [.gap(track: "hill", first: 1, last: 5, count: 4)]
            ),
            (
                "DELETE FROM events WHERE seq = 5; DELETE FROM commands WHERE seq = 5",
                [.wrongHead(track: "hill", head: 5, last: 4)]
            ),
            (
                "DELETE FROM logs WHERE track = 'hill'",
                [
                    .wrongHead(track: "hill", head: nil, last: 5),
                    .wrongAnswer(track: "hill", commandID: "c1", seq: 1),
                ]
            ),
            (
                "DELETE FROM events WHERE track = 'hill'; DELETE FROM commands",
                [.wrongHead(track: "hill", head: 5, last: 0)]
            ),
            ("UPDATE logs SET epoch = 'e2'", []),
            (
                "UPDATE events SET epoch = 'e2' WHERE seq = 3",
                [.brokenEpoch(track: "hill", epoch: "e1")]
            ),
            (
                "UPDATE events SET epoch = 'e2' WHERE seq = 5",
                [.brokenEpoch(track: "hill", epoch: "e1")]
            ),
            (
                "UPDATE commands SET seq = 6 WHERE command_id = 'c5'",
                [.wrongAnswer(track: "hill", commandID: "c5", seq: 6)]
            ),
            (
                "UPDATE logs SET latest_at = NULL",
                [.wrongInstant(track: "lake", head: nil, latest: 7)]
            ),
            (
                "UPDATE logs SET latest_at = 8",
                [
                    .wrongInstant(track: "hill", head: 8, latest: nil),
                    .wrongInstant(track: "lake", head: 8, latest: 7),
                ]
            ),
            (
                "DELETE FROM runs WHERE id = 'r1'",
                [.dangling(table: "splits", parent: "runs", count: 1)]
            ),
            (
                "DELETE FROM runs WHERE id = 'r2'",
                [.dangling(table: "times", parent: "runs", count: 1)]
            ),
            ("DELETE FROM runners", []),
            (
                "INSERT INTO aliases VALUES ('bob', 'Bob', 'bob')",
                [.dangling(table: "aliases", parent: "runners", count: 1)]
            ),
            (
                "INSERT INTO active VALUES ('hill', 'r2', ''), ('hill', 'r2', 's9')",
                [.activeAndStored(track: "hill", run: "r2")]
            ),
        ] as [(String, [IntegrityFault])])
    func `damage is found and named`(damage: String, expected: [IntegrityFault]) throws {
        let found = try faults(after: damage)
        #expect(Array(found.prefix(expected.count)) == expected)
        if expected.isEmpty { #expect(found.isEmpty) }
    }
}
