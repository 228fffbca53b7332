import Testing

@testable import Journal

/// What a look back at a run or a runner asks for.
@Suite struct LookBackTests {
    let directory = TemporaryDirectory()

    private func filled(_ changes: [TableChange]) throws -> Journal {
        let journal = try Journal(directory: directory.path)
        try journal.write(Sample.ground)
        try journal.write(Transaction(changes: changes))
        return journal
    }

    private func best(_ value: Int64, at: Int64, run: String) -> BestRow {
        BestRow(
            at: at, value: value, uncertainty: 5, holder: "ada", run: run, lap: 1,
            pace: Array("[]".utf8))
    }

    @Test(arguments: [(1, nil), (2, 9), (4, 9), (5, 7), (99, 7)] as [(Int64, Int64?)])
    func `a best is the one that stood at an instant`(instant: Int64, value: Int64?) throws {
        let key = BestsKey(track: "hill", runner: "ada", measure: "lap")
        let journal = try filled([
            .putBests(key, [best(9, at: 2, run: "old"), best(7, at: 5, run: "new")]),
            .putBests(BestsKey(track: "hill", measure: "lap"), [best(1, at: 1, run: "other")]),
        ])
        let history = try History(directory: directory.path)
        #expect(try history.best(key, at: instant)?.value == value)
        journal.close()
    }

    @Test func `of each measure the last best of a runner stands, over all sessions`() throws {
        func key(_ measure: String, runner: String = "ada", scope: String = "") -> BestsKey {
            BestsKey(track: "hill", scope: scope, runner: runner, measure: measure)
        }
        let journal = try filled([
            .putBests(key("lap"), [best(9, at: 2, run: "a"), best(7, at: 5, run: "b")]),
            .putBests(key("run:1"), [best(20, at: 3, run: "c")]),
            .putBests(key("lap", scope: "open"), [best(1, at: 1, run: "d")]),
            .putBests(key("lap", runner: "bob"), [best(2, at: 1, run: "e")]),
            .putBests(key("lap", runner: ""), [best(2, at: 1, run: "e")]),
        ])
        let history = try History(directory: directory.path)
        let bests = try history.standingBests(ofRunner: "ada", of: "hill")
        #expect(bests.mapValues(\.run) == ["lap": "b", "run:1": "c"])
        journal.close()
    }

    @Test func `the runs of a runner are counted by track, without those taken out`() throws {
        var out = Sample.run("out")
        out.voided = true
        let journal = try filled([
            .putRun(Sample.run("r1"), splits: []), .putRun(Sample.run("r2"), splits: []),
            .putRun(Sample.run("r3", track: "lake"), splits: []), .putRun(out, splits: []),
            .putRun(Sample.run("r4", runner: "bob"), splits: []),
        ])
        let history = try History(directory: directory.path)
        let tracks = try history.tracks(ofRunner: "ada")
        #expect(tracks.map(\.track) == ["hill", "lake"])
        #expect(tracks.map(\.runs) == [2, 1])
        #expect(try history.tracks(ofRunner: "nobody").isEmpty)
        journal.close()
    }

    @Test func `a session is found by its track and its id`() throws {
        let journal = try filled([])
        let history = try History(directory: directory.path)
        #expect(try history.session("open", of: "hill") == Sample.session)
        #expect(try history.session("open", of: "lake") == nil)
        journal.close()
    }
}
