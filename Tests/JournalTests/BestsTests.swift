import Testing

@testable import Journal

@Suite struct BestsTests {
    let directory = TemporaryDirectory()

    private func filled(_ changes: [TableChange]) throws -> Journal {
        let journal = try Journal(directory: directory.path)
        try journal.write(Sample.ground)
        try journal.write(Transaction(changes: changes))
        return journal
    }

    private func best(_ value: Int64, at: Int64, run: String = "r1") -> BestRow {
        BestRow(
            at: at, value: value, uncertainty: 5, holder: "ada", run: run, lap: 2,
            pace: Array(#"{"t1":3}"#.utf8))
    }

    @Test func `the times of a run come in one order and go when it is written again`() throws {
        let times = [
            Sample.time(4, at: 9, run: "r1", measure: "lap", lap: 2),
            Sample.time(5, at: 8, run: "r1", measure: "segment"),
            Sample.time(5, at: 9, run: "r1", measure: "lap", lap: 1),
            Sample.time(7, at: 8, run: "r1", measure: "lap"),
            Sample.time(5, at: 9, run: "r1", measure: "lap", lap: 3),
        ]
        let other = [Sample.time(4, at: 9, run: "r2", lap: 2)]
        let journal = try filled([
            .putRun(Sample.run("r1"), splits: [], times: times),
            .putRun(Sample.run("r2"), splits: [], times: other),
        ])
        let history = try History(directory: directory.path)
        #expect(
            try history.times(ofRun: "r1", of: "hill") == [3, 0, 2, 4, 1].map { times[$0] })
        #expect(try history.times(ofRun: "r1", of: "lake") == [])
        try journal.write(
            Transaction(changes: [.putRun(Sample.run("r1"), splits: [], times: [times[1]])]))
        #expect(try history.times(ofRun: "r1", of: "hill") == [times[1]])
        try journal.write(Transaction(changes: [.deleteRun(track: "hill", id: "r1")]))
        #expect(try history.times(ofRun: "r1", of: "hill") == [])
        #expect(try history.times(ofRun: "r2", of: "hill") == other)
        journal.close()
    }

    @Test func `bests come by key, each in the order of instants`() throws {
        let everyone = BestsKey(track: "hill", measure: "lap")
        let own = BestsKey(track: "hill", runner: "ada", measure: "lap")
        let session = BestsKey(track: "hill", scope: "open", runner: "ada", measure: "lap")
        let segment = BestsKey(track: "hill", runner: "ada", measure: "segment")
        let journal = try filled([
            .putBests(session, [best(9, at: 1)]), .putBests(segment, [best(3, at: 1)]),
            .putBests(own, [best(7, at: 5), best(8, at: 2)]),
            .putBests(everyone, [best(8, at: 2)]),
            .putBests(BestsKey(track: "lake", measure: "lap"), [best(1, at: 1)]),
        ])
        let history = try History(directory: directory.path)
        let bests = try history.bests(of: "hill")
        #expect(bests.map(\.key) == [everyone, own, segment, session])
        #expect(bests[1].rows == [best(8, at: 2), best(7, at: 5)])
        #expect(try history.bests(of: "nowhere").isEmpty)
        journal.close()
    }

    @Test func `bests of a key are replaced, and none take it away`() throws {
        let key = BestsKey(track: "hill", measure: "lap")
        let other = BestsKey(track: "hill", scope: "open", measure: "lap")
        let journal = try filled([
            .putBests(key, [best(8, at: 2), best(7, at: 5)]), .putBests(other, [best(8, at: 2)]),
            .putBests(key, [best(6, at: 3)]),
        ])
        let history = try History(directory: directory.path)
        #expect(try history.bests(of: "hill").map(\.rows) == [[best(6, at: 3)], [best(8, at: 2)]])
        try journal.write(Transaction(changes: [.putBests(key, [])]))
        #expect(try history.bests(of: "hill").map(\.key) == [other])
        journal.close()
    }

    /// Values by instant: 50 and 60 at 1, 50 at 2, 55 at 3, 40 of two runs at 4, 30 at 5.
    private func filledWindow() throws -> Journal {
        func put(
            _ run: String, runner: String = "ada", session: String = "open", _ times: [TimeRow]
        )
            -> TableChange
        {
            let times = times.map { time in
                var time = time
                time.run = run
                time.runner = runner
                time.session = session
                return time
            }
            var row = Sample.run(run, runner: runner)
            row.session = session
            return .putRun(row, splits: [], times: times)
        }
        return try filled([
            put("first", [Sample.time(50, at: 1, run: ""), Sample.time(30, at: 5, run: "")]),
            put("slower", [Sample.time(60, at: 1, run: "")]),
            put("equal", runner: "bob", [Sample.time(50, at: 2, run: "")]),
            put("later", runner: "bob", session: "race", [Sample.time(55, at: 3, run: "")]),
            put("twin", session: "race", [Sample.time(40, at: 4, run: "")]),
            put("tie", [Sample.time(40, at: 4, run: "", lap: 2)]),
            put("other", [Sample.time(1, at: 1, run: "", measure: "segment")]),
            .putRun(
                Sample.run("away", track: "lake"), splits: [],
                times: [Sample.time(1, at: 1, run: "away", track: "lake")]),
        ])
    }

    @Test(
        arguments: [
            (
                TimeWindow(track: "hill", measure: "lap", from: 1),
                ["first", "equal", "tie", "twin"]
            ),
            (
                TimeWindow(track: "hill", measure: "lap", from: 3),
                ["later", "tie", "twin", "first"]
            ),
            (TimeWindow(track: "hill", measure: "lap", from: 2, through: 3), ["equal"]),
            (
                TimeWindow(track: "hill", measure: "lap", from: 1, below: 50),
                ["tie", "twin", "first"]
            ),
            (TimeWindow(track: "hill", measure: "lap", from: 1, through: 4, below: 40), []),
            (TimeWindow(track: "hill", measure: "lap", runner: "bob", from: 1), ["equal"]),
            (TimeWindow(track: "hill", measure: "lap", runner: "bob", from: 3), ["later"]),
            (
                TimeWindow(track: "hill", measure: "lap", session: "race", from: 1),
                ["later", "twin"]
            ),
            (
                TimeWindow(
                    track: "hill", measure: "lap", runner: "ada", session: "race", from: 1,
                    through: 9, below: 41), ["twin"]
            ),
            (TimeWindow(track: "hill", measure: "lap", from: 6), []),
            (TimeWindow(track: "hill", measure: "segment", from: 0), ["other"]),
        ] as [(TimeWindow, [String])])
    func `runs that undercut or equal all before them are found`(
        window: TimeWindow, expected: [String]
    ) throws {
        let journal = try filledWindow()
        let history = try History(directory: directory.path)
        let runs = try history.runsWithBests(in: window)
        #expect(runs.map(\.id) == expected)
        for run in runs {
            #expect(try history.storedRun(run.id, of: "hill") == run)
        }
        // Who is left out does not stand in anyone's way either.
        if let first = runs.first {
            let others = try history.runsWithBests(in: window, excluding: [first.id])
            #expect(!others.contains(first))
            #expect(Set(others).isSuperset(of: runs.dropFirst()))
        }
        journal.close()
    }
}
