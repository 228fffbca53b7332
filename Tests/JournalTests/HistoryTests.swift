import Testing

@testable import Journal

@Suite struct HistoryTests {
    let directory = TemporaryDirectory()

    private func filled(_ changes: [TableChange]) throws -> Journal {
        let journal = try Journal(directory: directory.path)
        try journal.write(Sample.ground)
        try journal.write(Transaction(changes: changes))
        return journal
    }

    @Test func `rows come back as they were written`() throws {
        let run = RunRow(
            track: "hill", id: "r1", session: "open", runner: "ada", number: "7",
            category: "junior", team: "red", revision: 3, status: "finished", startedAt: 1,
            finishedAt: 9, time: 8, laps: 2, bestLap: 4, place: 1, verdict: "overallBest",
            corrected: true, voided: true, start: "gun", namedSession: "heat", lastAt: 10,
            detail: Array(#"{"penalty":1}"#.utf8))
        let split = SplitRow(
            track: "hill", id: "s1", run: "r1", checkpoint: "t1", lap: 2, at: 5, uncertainty: 6,
            state: "counted", split: 4, segment: 3, lapTime: 2, splitVerdict: "slower",
            segmentVerdict: "personalBest", lapVerdict: "none", device: "phone",
            method: "sensor", corrected: true, detail: Array("{}".utf8))
        let bare = RunRow(
            track: "hill", id: "r2", session: "open", runner: "ada", status: "entered")
        let journal = try filled([.putRun(run, splits: [split]), .putRun(bare, splits: [])])
        let history = try History(directory: directory.path)
        let found = try #require(try history.run("r1"))
        #expect(found.run == run)
        #expect(found.splits == [split])
        #expect(found.named.runnerName == "Ada")
        #expect(found.named.trackName == "Hill")
        #expect(found.named.sessionName == "Open")
        #expect(try history.run("r2", track: "hill")?.run == bare)
        #expect(try history.run("r2", track: "lake") == nil)
        #expect(try history.tracks() == [Sample.track])
        #expect(try history.track("hill") == Sample.track)
        #expect(try history.sessions(of: "hill") == [Sample.session])
        journal.close()
    }

    @Test(arguments: [
        "O'Brien", #"Ada "Speed" L."#, "nul\u{0}inside", "🏁 Zoë 山田", "", "'); DROP TABLE runs; --",
    ])
    func `any name comes back as it was`(name: String) throws {
        let runner = RunnerRow(id: "x", name: name, aliases: ["alias of \(name)"])
        let journal = try filled([.putRunner(runner)])
        let history = try History(directory: directory.path)
        #expect(try history.runner("x") == runner)
        #expect(try history.runners(named: name).contains(runner))
        #expect(try history.runs(RunFilter(runner: name)).isEmpty)
        journal.close()
    }

    @Test func `runners are found by the beginning of a name or an alias`() throws {
        let journal = try filled([
            .putRunner(RunnerRow(id: "grace", name: "Grace  Hopper", aliases: ["Amazing"])),
            .putRunner(RunnerRow(id: "alan", name: "ÅLAN", aliases: ["Prof", "Al"])),
            .putRunner(RunnerRow(id: "alan", name: "ÅLAN", aliases: ["Prof"])),
        ])
        let history = try History(directory: directory.path)
        func find(_ prefix: String, limit: Int = 50) throws -> [String] {
            try history.runners(named: prefix, limit: limit).map(\.id)
        }
        #expect(try find("a") == ["ada", "grace"])
        #expect(try find("grace ho") == ["grace"])
        #expect(try find("ål") == ["alan"])
        #expect(try find("PROF") == ["alan"])
        #expect(try find("al") == [])
        #expect(try find("", limit: 2) == ["ada", "grace"])
        #expect(try find("%") == [])
        var all: [RunnerRow] = []
        try history.forEachRunner { runner in
            all.append(runner)
            return true
        }
        #expect(all.map(\.id) == ["ada", "alan", "grace"])
        #expect(all[1].aliases == ["Prof"])
        journal.close()
    }

    @Test func `writing a run again replaces its splits`() throws {
        let journal = try filled([
            .putRun(
                Sample.run("r1"),
                splits: [Sample.split("s1", run: "r1"), Sample.split("s2", run: "r1")]),
            .putRun(Sample.run("r1", status: "dnf"), splits: [Sample.split("s2", run: "r1")]),
        ])
        let run = try #require(try History(directory: directory.path).run("r1"))
        #expect(run.run.status == "dnf")
        #expect(run.splits.map(\.id) == ["s2"])
        journal.close()
    }

    @Test(arguments: [true, false])
    func `a split can move to another run`(newOwnerFirst: Bool) throws {
        let moved = TableChange.putRun(
            Sample.run("r2"), splits: [Sample.split("s1", run: "r2")])
        let left = TableChange.putRun(Sample.run("r1"), splits: [])
        let journal = try filled(
            [.putRun(Sample.run("r1"), splits: [Sample.split("s1", run: "r1")])]
                + (newOwnerFirst ? [moved, left] : [left, moved]))
        let history = try History(directory: directory.path)
        #expect(try history.run("r1")?.splits == [])
        #expect(try history.run("r2")?.splits.map(\.id) == ["s1"])
        journal.close()
    }

    @Test func `the same ids on two tracks do not meet`() throws {
        let journal = try filled([
            .putRun(
                Sample.run("r1", finishedAt: 1_796_000_000_000_001),
                splits: [Sample.split("s1", run: "r1")]),
            .putRun(
                Sample.run("r1", track: "lake", finishedAt: 1_796_000_000_000_002),
                splits: [Sample.split("s1", run: "r1", track: "lake")]),
            .deleteRun(track: "hill", id: "r1"),
        ])
        let history = try History(directory: directory.path)
        #expect(try history.run("r1", track: "hill") == nil)
        #expect(try history.run("r1")?.splits.map(\.track) == ["lake"])
        journal.close()
    }

    @Test func `captures without a run are kept apart`() throws {
        let journal = try filled([
            .putSplit(Sample.split("s1", run: nil)), .putSplit(Sample.split("s2", run: nil)),
            .deleteSplit(track: "hill", id: "s1"),
        ])
        let history = try History(directory: directory.path)
        #expect(try history.unassignedSplits(of: "hill").map(\.id) == ["s2"])
        journal.close()
    }

    @Test func `clearing empties the history and keeps the log`() throws {
        let best = BestRow(
            at: 1, value: 2, uncertainty: 3, holder: "ada", run: "r1", lap: 1,
            pace: Array("[]".utf8))
        let journal = try filled([
            .putRun(Sample.run("r1"), splits: [], times: [Sample.time(2, at: 1, run: "r1")]),
            .putBests(BestsKey(track: "hill", measure: "lap"), [best]),
            .putActive(track: "hill", run: "r2", split: nil),
        ])
        try journal.write(Sample.command(1))
        try journal.write(Transaction(changes: [.clear]))
        let history = try History(directory: directory.path)
        #expect(try history.times(ofRun: "r1", of: "hill").isEmpty)
        #expect(try history.bests(of: "hill").isEmpty)
        #expect(try history.active(of: "hill").isEmpty)
        #expect(try history.runs(RunFilter()).isEmpty)
        #expect(try history.tracks().isEmpty)
        #expect(try history.runner("ada") == nil)
        #expect(try history.head(of: "hill")?.seq == 1)
        journal.close()
    }

    @Test func `the views show names and exact seconds`() throws {
        let journal = try filled([
            .putRun(
                Sample.run("r1", finishedAt: 1_796_000_041_230_001, time: 41_230_001),
                splits: [
                    Sample.split("s1", run: "r1", split: 20_000_001, segment: 20_000_001),
                    Sample.split("s2", run: "r1", split: 41_230_001, segment: 21_230_000),
                ])
        ])
        let database = try Database(
            path: DataDirectory(directory.path).journalPath, mode: .readOnly)
        let result = try database.statement(
            "SELECT track, session, runner, seconds, finished FROM run_results"
        ).first { columns in (0..<5).map { _ in columns.text() } }
        #expect(result == ["Hill", "Open", "Ada", "41.230001", "2026-11-30T00:54:01.230001Z"])
        let splits = try database.statement(
            "SELECT runner, split_seconds, segment_seconds FROM split_times ORDER BY split_id"
        ).all { columns in (0..<3).map { _ in columns.text() } }
        #expect(
            splits == [["Ada", "20.000001", "20.000001"], ["Ada", "41.230001", "21.230000"]])
        #expect(
            try database.integer("SELECT sum(segment) FROM splits")
                == database.integer("SELECT max(split) FROM splits"))
        journal.close()
    }
}
