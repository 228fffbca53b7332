import Testing

@testable import SplitCore

/// Places, gaps and intervals.
@Suite struct ClassificationTests {
    private func track(
        laps: Int = 1, rank: Rank, counts: CountedRuns = .best, ties: Ties = .share,
        finish: Finish = .each, limit: Limit? = nil, clock: RankingClock = .gun
    ) throws -> TestTrack {
        var track = try TestTrack.with(["line"], laps: laps)
        try track.send(
            .createSession(
                "s",
                SessionDraft(
                    rank: rank, counts: counts, limit: limit, finish: finish, ties: ties,
                    clock: clock)))
        return track
    }

    /// Runner, place, time and gap of each line of the results.
    private func standings(_ track: TestTrack) -> [String] {
        track.board().standings.map(\.value).map {
            "\($0.runner) \($0.place.map(String.init) ?? "-") \(seconds($0.time)) \(seconds($0.gap))"
        }
    }

    private func seconds(_ span: TimeSpan?) -> String {
        span.map { "\(Double($0.microseconds) / 1_000_000)" } ?? "-"
    }

    private func placing(_ run: RunID, _ track: TestTrack) throws -> BoardPlacing {
        try #require(track.board().runs.first { $0.id == run }).placing.value
    }

    // MARK: Time

    @Test(arguments: [
        (CountedRuns.best, ["ada 1 40.0 -", "bob 2 41.0 1.0", "cyd 3 50.0 10.0"]),
        (.last, ["ada 1 42.0 -", "bob 2 45.0 3.0", "cyd 3 50.0 8.0"]),
        (.sum, ["ada 1 82.0 -", "bob 2 86.0 4.0", "cyd 3 - -"]),
        (.average, ["ada 1 41.0 -", "bob 2 43.0 2.0", "cyd 3 50.0 9.0"]),
    ])
    func runsAreRankedByWhatCountsOfThem(counts: CountedRuns, expected: [String]) throws {
        var track = try track(rank: .time, counts: counts)
        try track.run("a1", by: "ada", in: "s", 40)
        try track.run("b1", by: "bob", in: "s", 41)
        try track.run("a2", by: "ada", from: 100, in: "s", 142)
        try track.run("b2", by: "bob", from: 100, in: "s", 145)
        if counts != .sum { try track.run("c1", by: "cyd", in: "s", 50) }
        let found = standings(track)
        #expect(found == (counts == .sum ? Array(expected.prefix(2)) : expected))
    }

    @Test(arguments: [
        (Ties.share, ["ada 1", "bob 2", "cyd 2", "dan 4"]),
        (.first, ["ada 1", "cyd 2", "bob 3", "dan 4"]),
        (.second, ["ada 1", "bob 2", "cyd 3", "dan 4"]),
        (.judge, ["ada 1", "bob 2", "cyd 2", "dan 4"]),
    ])
    func tiesAreResolvedAsTheSessionSays(ties: Ties, expected: [String]) throws {
        var track = try track(rank: .time, ties: ties)
        try track.run("a", by: "ada", in: "s", 30)
        // Bob and Cyd both have 40 s; Cyd set it first, Bob's second best is better.
        try track.run("c1", by: "cyd", in: "s", 40)
        try track.run("b1", by: "bob", from: 10, in: "s", 50)
        try track.run("c2", by: "cyd", from: 100, in: "s", 145)
        try track.run("b2", by: "bob", from: 100, in: "s", 144)
        try track.run("d", by: "dan", in: "s", 50)
        #expect(track.board().standings.map { "\($0.value.runner) \($0.value.place!)" } == expected)
    }

    @Test func aRunThatIsOutHasAPlaceAmongThoseWhoPassedItsCheckpoint() throws {
        var track = try TestTrack.with(["t1", "finish"])
        try track.run("a", by: "ada", 10, 30)
        try track.run("b", by: "bob", 14, 32)
        try track.run("c", by: "cyd", from: 100, 112)
        let placing = try placing("c", track)
        #expect(
            placing
                == BoardPlacing(
                    place: 2, gap: span(2), gapLaps: 0, interval: span(2), intervalLaps: 0))
    }

    // MARK: Laps

    @Test func theBestLapRanksAndTheRunMayBeOut() throws {
        var track = try track(laps: 0, rank: .lap)
        try track.run("a", by: "ada", in: "s", 20, 39)
        try track.run("b", by: "bob", in: "s", 18, 40)
        #expect(standings(track) == ["bob 1 18.0 -", "ada 2 19.0 1.0"])
    }

    // MARK: Race

    @Test func aRaceIsRankedByTheFurthestPointThenTheTimeThere() throws {
        var track = try track(laps: 5, rank: .race)
        try track.run("a", by: "ada", in: "s", 20, 40)
        try track.run("b", by: "bob", in: "s", 21, 39)
        try track.run("c", by: "cyd", in: "s", 22)
        #expect(standings(track) == ["bob 1 39.0 -", "ada 2 40.0 1.0", "cyd 3 22.0 1.0"])
    }

    @Test func lapsDownAreTheLeadersLapsAtTheRunsOwnLastPassingLessItsOwn() throws {
        var track = try track(laps: 9, rank: .race)
        try track.run("lead", in: "s", 10, 20, 30)
        try track.run("down", in: "s", 25)
        #expect(
            try placing("down", track)
                == BoardPlacing(place: 2, gap: nil, gapLaps: 1, interval: nil, intervalLaps: 1))
        // The leader goes on; the gap is taken again at the own next passing only.
        try track.split("lead", at: 40)
        #expect(try placing("down", track).gapLaps == 1)
        try track.split("down", at: 45)
        #expect(try placing("down", track).gapLaps == 2)
    }

    @Test func onTheLeadersLapTheGapIsTheTimeSinceTheLeaderPassedTheSamePoint() throws {
        var track = try track(laps: 9, rank: .race)
        try track.run("lead", in: "s", 10, 20)
        try track.run("next", in: "s", 11, 21.5)
        try track.run("third", in: "s", 12, 22)
        #expect(
            try placing("third", track)
                == BoardPlacing(
                    place: 3, gap: span(2), gapLaps: 0, interval: span(0.5), intervalLaps: 0))
        #expect(
            try placing("lead", track)
                == BoardPlacing(place: 1, gap: nil, gapLaps: 0, interval: nil, intervalLaps: 0))
    }

    @Test func whoLedAtTheirOwnLastPassingHasNoGapUntilTheNext() throws {
        var track = try track(laps: 0, rank: .race)
        try track.run("a", by: "ada", in: "s", 20, 30)
        try track.run("b", by: "bob", in: "s", 21, 35, 50)
        #expect(try placing("b", track).place == 1)
        let ada = try placing("a", track)
        #expect(ada.place == 2)
        #expect(ada.gap == nil)
        #expect(ada.interval == nil)
    }

    @Test func forARunThatEndsAtTheCloseLapsDownAreTheLeadersFinalLapsLessItsOwn() throws {
        var track = try track(laps: 0, rank: .race)
        try track.run("lead", in: "s", 10, 20, 30, 40)
        try track.run("down", in: "s", 12, 23)
        try track.send(.closeSession("s", at: instant(41)))
        #expect(try placing("down", track).gapLaps == 2)
    }

    @Test func whereStartsDifferElapsedTimesAreCompared() throws {
        var track = try track(laps: 3, rank: .race)
        try track.run("first", from: 0, in: "s", 20)
        try track.run("later", from: 60, in: "s", 79)
        #expect(standings(track) == ["later 1 19.0 -", "first 2 20.0 1.0"])
    }

    @Test func resultsListTheClassifiedThenNcDnfHcDnsAndDsq() throws {
        var track = try track(laps: 2, rank: .race)
        for (run, seconds) in [("nc", 20.0), ("dnf1", 21), ("dnf2", 22), ("hc", 23), ("dsq", 25)] {
            try track.run(RunID(run)!, in: "s", seconds, 2 * seconds)
        }
        try track.run("dns", in: "s")
        try track.run("won", in: "s", 30, 60)
        try track.send(.voidSplit("dnf2-44000"))
        for run: RunID in ["nc", "hc", "dns", "dsq"] {
            try track.send(.setStatus(run, Status(rawValue: run.text)!))
        }
        for run: RunID in ["dnf1", "dnf2"] { try track.send(.setStatus(run, .dnf)) }
        #expect(
            track.board().standings.map(\.value.runner.text)
                == ["won", "nc", "dnf1", "dnf2", "hc", "dns", "dsq"])
        #expect(track.board().standings.map(\.value.place) == [1, nil, nil, nil, nil, nil, nil])
        #expect(track.board().standings.map(\.value.order) == Array(1...7))
    }

    // MARK: The current session

    @Test func theCurrentSessionIsThatOfTheLatestStartByInstant() throws {
        var track = try track(rank: .time)
        #expect(track.state.currentSession == TrackState.openSession)
        try track.start("late", at: 100)
        try track.start("early", at: 50, in: "s")
        #expect(track.state.currentSession == TrackState.openSession)
        try track.send(.createStart("gun", session: "s", at: instant(101), uncertainty: .zero))
        #expect(track.state.currentSession == "s")
        try track.send(.closeSession("s", at: instant(200)))
        #expect(track.state.currentSession == "s", "closed or not")
    }

    @Test func runsThatNameAnUnknownSessionAreInTheOpenOneUntilItExists() throws {
        var track = try TestTrack.with()
        try track.start("r", in: "heat")
        #expect(track.state.runs["r"]?.session == TrackState.openSession)
        try track.send(.createSession("heat", SessionDraft()))
        #expect(track.state.runs["r"]?.session == "heat")
    }

    @Test func theOpenSessionKeepsRunsThatEndedWithinTwelveHours() throws {
        var track = try TestTrack.with(["finish"])
        try track.run("old", 60)
        try track.run("new", from: 12 * 3600, 12 * 3600 + 60)
        #expect(track.board().runs.map(\.id) == ["old", "new"])
        try track.start("next", at: 12 * 3600 + 60.000001)
        #expect(track.board().runs.map(\.id) == ["new", "next"])
    }
}
