import Testing

@testable import SplitCore

/// What is let go of, and what is said of it meanwhile.
@Suite struct LetGoTests {
    /// A race that the leader ends, of yesterday, and a run of today in the open session.
    private func raced() throws -> TestTrack {
        var track = try TestTrack.with(["finish"], laps: 0)
        try track.send(
            .createSession("race", SessionDraft(rank: .race, limit: .laps(2), finish: .leader)))
        try track.run("a", in: "race", 20, 40)
        try track.run("b", in: "race", 21, 43)
        try track.send(.closeSession("race", at: instant(100)))
        try track.run("first", from: 200, 220)
        try track.send(.setStatus("first", .dnf))
        try track.run("between", from: 300, 320)
        try track.send(.setStatus("between", .dnf))
        try track.run("today", from: 100_000, 100_020)
        return track
    }

    @Test func whatEndedLongAgoIsLetGoOfAndItsBestsStay() throws {
        let track = try raced()
        var state = track.state
        let archived = state.archive(olderThan: span(24 * 3600))
        // With the first and the last run the open session begins and ends.
        #expect(Set(archived) == ["a", "b", "between"])
        #expect(Set(state.allRuns) == ["first", "today"])
        #expect(state.session("race") == track.state.session("race"))
        #expect(state.session("race")?.flagAt == instant(40))
        #expect(state.session("open") == track.state.session("open"))
        for id in track.state.keptChains {
            #expect(state.chain(id) == track.state.chain(id))
        }
        #expect(state.archive(olderThan: span(24 * 3600)) == [])
    }

    @Test func nothingIsLetGoOfThatTheBoardMayShow() throws {
        var state = try raced().state
        #expect(state.archive(olderThan: span(30 * 3600)) == [])
        #expect(state.archivedThrough == nil)
    }

    @Test func aBoardShowsNoLongerWhatWasLetGoOfThoughNothingChangedByIt() throws {
        var track = try raced()
        // A board of longer than what is let go of.
        let limits = BoardLimits(openSessionSpan: span(30 * 24 * 3600))
        var board = Board(of: track.state, epoch: "e", names: .init(), limits: limits)!
        #expect(board.runs.map(\.id) == ["first", "between", "today"])
        _ = track.takeChanges()
        var state = track.state
        _ = state.archive(olderThan: span(24 * 3600))
        board.refresh(from: state, changes: state.takeChanges(), names: .init(), limits: limits)
        let fresh = Board(of: state, epoch: "e", names: .init(), limits: limits)!
        #expect(board.runs.map(\.id) == ["first", "today"])
        #expect(board.values == fresh.values)
    }

    @Test func aRunThatNamesAnArchivedRaceAsksForIt() throws {
        var track = try raced()
        var state = track.state
        _ = state.archive(olderThan: span(24 * 3600))
        let start = StartRun(runner: "eve", session: "race", origin: .start("unknown"))
        #expect(!state.staysInMemory(.startRun("late", start), from: nil, after: []))
        for event in try track.send(.startRun("late", start)) {
            state.evolve(
                LoggedEvent(seq: state.seq + 1, origin: track.nextOrigin, event: event))
        }
        #expect(state.missing == [.session("race")])
    }

    @Test func aStrayTransponderAsksForNothingButWhetherItsIDIsNew() throws {
        var state = try raced().state
        _ = state.archive(olderThan: span(24 * 3600))
        let stray = Command.recordSplit(
            SplitCapture(
                id: "stray", subject: .transponder("x"), at: instant(100_030), uncertainty: .zero))
        #expect(state.references(of: stray, from: nil) == [.split("stray")])
        #expect(state.staysInMemory(stray, from: nil, after: [.split("stray")]))
    }

    @Test func whereAllIsInMemoryNothingIsAskedFor() throws {
        let state = try raced().state
        #expect(state.references(of: .voidRun("nobody"), from: nil) == [])
        #expect(state.staysInMemory(.voidRun("a"), from: nil, after: []))
    }

    @Test func measuresAreReadAsTheyWereWritten() {
        let measures: [Measure] = [
            .segment(from: nil, to: "t1"), .segment(from: "t1", to: "finish"), .lap(isFirst: true),
            .lap(isFirst: false), .split("t1", lap: 3), .run(laps: 12),
        ]
        for measure in measures { #expect(Measure(measure.description) == measure) }
        for text in ["", "segment", "segment:t1", "split:t1:x", "run:", "laps", "segment:a b:t1"] {
            #expect(Measure(text) == nil, "\(text)")
        }
    }
}
