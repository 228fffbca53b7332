import Testing

@testable import Journal

@Suite struct StoredRunTests {
    let directory = TemporaryDirectory()

    /// A run that is like the others but for what `change` makes of it.
    private func run(_ id: String, _ change: (inout RunRow) -> Void = { _ in }) -> TableChange {
        var row = Sample.run(id, startedAt: nil)
        change(&row)
        return .putRun(row, splits: [])
    }

    private func filled(_ changes: [TableChange]) throws -> Journal {
        let journal = try Journal(directory: directory.path)
        try journal.write(Sample.ground)
        try journal.write(Transaction(changes: changes))
        return journal
    }

    /// Runs of the session `open` by their start, the one that was taken out and the one that never
    /// started among them; one of `race` and one of another track.
    private func filledStarts() throws -> Journal {
        try filled([
            run("b") { $0.startedAt = 20 }, run("a") { $0.startedAt = 20 },
            run("c") { ($0.startedAt, $0.runner, $0.number) = (30, "bob", "8") },
            run("d") { $0.startedAt = 10 },
            run("v") { ($0.startedAt, $0.voided) = (5, true) },
            run("w") { ($0.startedAt, $0.voided) = (40, true) },
            run("n"),
            run("r") { ($0.startedAt, $0.session) = (25, "race") },
            run("x") { ($0.startedAt, $0.track) = (1, "lake") },
        ])
    }

    @Test func `a run is found by its id, and by a split of it`() throws {
        let journal = try filled([
            .putRun(
                Sample.run("r1"),
                splits: [
                    Sample.split("s2", run: "r1", at: 5), Sample.split("s1", run: "r1", at: 5),
                    Sample.split("s3", run: "r1", at: 4),
                ]),
            .putSplit(Sample.split("s4", run: nil)),
        ])
        let history = try History(directory: directory.path)
        let stored = StoredRun(id: "r1", session: "open")
        #expect(try history.storedRun("r1", of: "hill") == stored)
        #expect(try history.storedRun("r1", of: "lake") == nil)
        #expect(try history.storedRun("r2", of: "hill") == nil)
        #expect(try history.storedRun(ofSplit: "s2", of: "hill") == stored)
        #expect(try history.storedRun(ofSplit: "s4", of: "hill") == nil)
        #expect(try history.storedRun(ofSplit: "s5", of: "hill") == nil)
        #expect(try history.storedRun(ofSplit: "s1", of: "lake") == nil)
        #expect(try history.splits(ofRun: "r1", of: "hill") == ["s3", "s1", "s2"])
        #expect(try history.splits(ofRun: "r2", of: "hill") == [])
        journal.close()
    }

    @Test func `the latest run of a runner is the last that had started`() throws {
        let journal = try filledStarts()
        let history = try History(directory: directory.path)
        func latest(_ runner: String, session: String? = nil, _ at: Int64) throws -> String? {
            let found = try history.latestRun(
                ofRunner: runner, of: "hill", session: session, startedBy: at)
            return found.map { "\($0.run.id) of \($0.run.session) at \($0.startedAt)" }
        }
        #expect(try latest("ada", 100) == "r of race at 25")
        #expect(try latest("ada", 24) == "b of open at 20")
        #expect(try latest("ada", 20) == "b of open at 20")
        #expect(try latest("ada", 19) == "d of open at 10")
        #expect(try latest("ada", 9) == nil)
        #expect(try latest("ada", session: "open", 100) == "b of open at 20")
        #expect(try latest("ada", session: "race", 24) == nil)
        #expect(try latest("bob", 30) == "c of open at 30")
        #expect(try latest("eve", 100) == nil)
        journal.close()
    }

    @Test func `the latest run with a number is the last that had started`() throws {
        let journal = try filledStarts()
        let history = try History(directory: directory.path)
        func latest(_ number: String, _ at: Int64) throws -> String? {
            let found = try history.latestRun(ofNumber: number, of: "hill", startedBy: at)
            return found.map { "\($0.run.id) at \($0.startedAt)" }
        }
        #expect(try latest("7", 100) == "r at 25")
        #expect(try latest("7", 20) == "b at 20")
        #expect(try latest("7", 9) == nil)
        #expect(try latest("8", 100) == "c at 30")
        #expect(try latest("9", 100) == nil)
        journal.close()
    }

    @Test func `runs are found by what they share`() throws {
        let journal = try filledStarts()
        let history = try History(directory: directory.path)
        func ids(_ runs: [StoredRun]) -> String { runs.map(\.id).joined() }
        #expect(ids(try history.storedRuns(ofSession: "open", of: "hill")) == "nvdabcw")
        #expect(ids(try history.storedRuns(ofSession: "open", of: "lake")) == "x")
        #expect(ids(try history.storedRuns(ofSession: "none", of: "hill")) == "")
        #expect(
            ids(try history.storedRuns(ofRunner: "ada", session: "open", of: "hill")) == "nvdabw")
        #expect(
            try history.storedRuns(ofRunner: "ada", session: "race", of: "hill")
                == [StoredRun(id: "r", session: "race")])
        #expect(ids(try history.storedRuns(ofRunner: "eve", session: "open", of: "hill")) == "")
        #expect(ids(try history.storedRuns(of: "hill")) == "abcdnrvw")
        #expect(ids(try history.storedRuns(of: "none")) == "")
        journal.close()
    }

    @Test func `runs are found by start, by the session that they name, by what was last`() throws {
        let journal = try filled([
            run("c") { ($0.start, $0.lastAt) = ("gun", 5) },
            run("a") { ($0.start, $0.lastAt, $0.voided) = ("gun", 7, true) },
            run("b") { ($0.namedSession, $0.lastAt) = ("heat", 7) },
            run("d") { ($0.start, $0.namedSession, $0.lastAt) = ("horn", "final", 6) },
            run("e"),
        ])
        let history = try History(directory: directory.path)
        func ids(_ runs: [StoredRun]) -> String { runs.map(\.id).joined() }
        #expect(ids(try history.storedRuns(ofStart: "gun", of: "hill")) == "ac")
        #expect(ids(try history.storedRuns(ofStart: "heat", of: "hill")) == "")
        #expect(ids(try history.storedRuns(naming: "heat", of: "hill")) == "b")
        #expect(ids(try history.storedRuns(naming: "open", of: "hill")) == "")
        #expect(ids(try history.storedRuns(lastAfter: 5, of: "hill")) == "dab")
        #expect(ids(try history.storedRuns(lastAfter: 7, of: "hill")) == "")
        #expect(ids(try history.storedRuns(lastAfter: -1, of: "lake")) == "")
        #expect(try !history.hasRuns(lastBefore: 0, of: "hill"))
        #expect(try history.hasRuns(lastBefore: 1, of: "hill"))
        journal.close()
    }

    @Test func `the first and the last run of a session go by start and id`() throws {
        let journal = try filledStarts()
        let history = try History(directory: directory.path)
        func first(without known: Set<String> = []) throws -> String? {
            try history.firstRun(ofSession: "open", of: "hill", excluding: known)?.id
        }
        func last(without known: Set<String> = []) throws -> String? {
            try history.lastRun(ofSession: "open", of: "hill", excluding: known)?.id
        }
        #expect(try first() == "d")
        #expect(try first(without: ["d"]) == "a")
        #expect(try first(without: ["d", "a", "b", "c"]) == nil)
        #expect(try last() == "c")
        #expect(try last(without: ["c"]) == "b")
        #expect(try last(without: ["c", "b", "a", "d"]) == nil)
        journal.close()
    }

    @Test func `the latest run passes over those that are left out`() throws {
        let journal = try filledStarts()
        let history = try History(directory: directory.path)
        func latest(without known: Set<String>) throws -> String? {
            try history.latestRun(
                ofRunner: "ada", of: "hill", startedBy: 100, excluding: known)?.run.id
        }
        #expect(try latest(without: ["r"]) == "b")
        #expect(try latest(without: ["r", "b"]) == "a")
        #expect(
            try history.latestRun(
                ofNumber: "7", of: "hill", startedBy: 100, excluding: ["r"])?.run.id == "b")
        journal.close()
    }

    @Test func `a session spans its starts, without what was taken out`() throws {
        let journal = try filledStarts()
        let history = try History(directory: directory.path)
        #expect(try history.startSpan(ofSession: "open", of: "hill") == 10...30)
        #expect(try history.startSpan(ofSession: "race", of: "hill") == 25...25)
        #expect(try history.startSpan(ofSession: "none", of: "hill") == nil)
        try journal.write(
            Transaction(changes: [run("r") { ($0.session, $0.startedAt) = ("race", nil) }]))
        #expect(try history.startSpan(ofSession: "race", of: "hill") == nil)
        journal.close()
    }

    @Test func `what is active is kept until it is taken away`() throws {
        func put(_ run: String, _ split: String? = nil, track: String = "hill") -> TableChange {
            .putActive(track: track, run: run, split: split)
        }
        let journal = try filled([
            put("r2"), put("r1", "s2"), put("r1", "s1"), put("r1"), put("r1", "s1"),
            put("r1", track: "lake"),
        ])
        let history = try History(directory: directory.path)
        func active(after changes: TableChange...) throws -> [String] {
            try journal.write(Transaction(changes: changes))
            return try history.active(of: "hill").map { "\($0.run) \($0.split ?? "-")" }
        }
        #expect(try active() == ["r1 -", "r1 s1", "r1 s2", "r2 -"])
        #expect(
            try active(after: .deleteActive(track: "hill", run: "r1", split: nil))
                == ["r1 s1", "r1 s2", "r2 -"])
        #expect(
            try active(after: .deleteActive(track: "hill", run: "r1", split: "s2"))
                == ["r1 s1", "r2 -"])
        #expect(try active(after: .deleteActiveRun(track: "hill", run: "r1")) == ["r2 -"])
        #expect(try active(after: .deleteActiveRun(track: "hill", run: "r9")) == ["r2 -"])
        #expect(try history.active(of: "lake").map(\.run) == ["r1"])
        journal.close()
    }
}
