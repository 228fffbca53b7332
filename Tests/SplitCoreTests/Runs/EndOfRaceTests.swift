import Testing

@testable import SplitCore

/// When a run ends, and as what.
@Suite struct EndOfRaceTests {
    /// Two karts on a track of one line: `fast` laps in 20 s, `slow` in 27 s, eight laps each.
    private func race(
        laps: Int = 0, limit: Limit? = nil, finish: Finish = .each, rank: Rank = .race,
        clock: RankingClock = .gun, start: TrackDefinition.Start = .gun, passings: Int = 8
    ) throws -> TestTrack {
        var track = try TestTrack.with(["line"], laps: laps, start: start, rank: .race)
        try track.send(
            .createSession(
                "race", SessionDraft(rank: rank, limit: limit, finish: finish, clock: clock)))
        for (run, lap) in [(RunID("fast"), 20.0), ("slow", 27)] {
            try track.start(run, in: "race")
            for number in 1...passings { try track.split(run, at: lap * Double(number)) }
        }
        return track
    }

    private func ends(_ track: TestTrack) -> [String] {
        ["fast", "slow"].map { run in
            let result = track.result(RunID(run)!)
            let at = result.finishedAt.map { "\(Double(($0 - instant(0)).microseconds) / 1e6)" }
            return "\(result.status) \(result.lapTimes.count) \(at ?? "-")"
        }
    }

    @Test(arguments: [
        // Every run does its own laps, or goes on to its first line at or after the time.
        (Limit.laps(3), Finish.each, ["finished 3 60.0", "finished 3 81.0"]),
        (.time(.seconds(60), plusLaps: 0), .each, ["finished 3 60.0", "finished 3 81.0"]),
        (.time(.seconds(61), plusLaps: 0), .each, ["finished 4 80.0", "finished 3 81.0"]),
        (.time(.seconds(61), plusLaps: 1), .each, ["finished 5 100.0", "finished 4 108.0"]),
        // The flag falls for the leader; the other ends at the next line.
        (.laps(4), .leader, ["finished 4 80.0", "finished 3 81.0"]),
        (.time(.seconds(60), plusLaps: 0), .leader, ["finished 3 60.0", "finished 3 81.0"]),
        (.time(.seconds(50), plusLaps: 0), .leader, ["finished 3 60.0", "finished 3 81.0"]),
        (.time(.seconds(50), plusLaps: 2), .leader, ["finished 5 100.0", "finished 4 108.0"]),
        // Only laps completed by the time count.
        (.time(.seconds(60), plusLaps: 0), .clock, ["finished 3 60.0", "finished 2 54.0"]),
        (.time(.seconds(59), plusLaps: 0), .clock, ["finished 2 40.0", "finished 2 54.0"]),
        (.time(.seconds(26), plusLaps: 0), .clock, ["finished 1 20.0", "nc 0 -"]),
        (.laps(2), .clock, ["finished 2 40.0", "finished 2 54.0"]),
    ])
    func aRunEndsByTheLimitOfItsSession(limit: Limit, finish: Finish, expected: [String]) throws {
        #expect(ends(try race(limit: limit, finish: finish)) == expected)
    }

    @Test func withoutALimitRunsGoOnUntilTheTracksLapsAreDone() throws {
        #expect(ends(try race()) == ["running 8 -", "running 8 -"])
        #expect(ends(try race(laps: 5)) == ["finished 5 100.0", "finished 5 135.0"])
    }

    // MARK: Flags by hand

    @Test(arguments: [
        // At the flag's own instant, the lap that ends there is the last.
        (Finish.each, 60.0, ["finished 3 60.0", "finished 3 81.0"]),
        (.leader, 61, ["finished 4 80.0", "finished 3 81.0"]),
    ])
    func aFlagByHandEndsARaceWithoutALimit(
        finish: Finish, shown: Double, expected: [String]
    ) throws {
        var track = try race(finish: finish)
        try show(.finish, at: shown, on: &track)
        #expect(ends(track) == expected)
    }

    @Test func aFlagShownEarlyEndsTheRaceAtTheLeadersLastPassingBefore() throws {
        var track = try race(limit: .laps(6), finish: .leader)
        try show(.finish, at: 75, on: &track)
        #expect(ends(track) == ["finished 3 60.0", "finished 3 81.0"])
        #expect(track.state.sessions["race"]?.flagAt == instant(60))
    }

    @Test func aFlagShownLateEndsTheRaceAtTheLapThatWasSet() throws {
        var track = try race(limit: .laps(3), finish: .leader)
        try show(.finish, at: 95, on: &track)
        #expect(ends(track) == ["finished 3 60.0", "finished 3 81.0"])
    }

    @Test func aYellowFlagIsShownAndEndsNothing() throws {
        var track = try race(limit: .laps(3), finish: .leader)
        try show(.yellow, at: 10, on: &track)
        #expect(ends(track) == ["finished 3 60.0", "finished 3 81.0"])
        #expect(track.board().sessions.first { $0.value.id == "race" }?.value.flag == .finish)
    }

    @Test func whatChangesTheLeadersLapsMovesTheFlag() throws {
        var track = try race(limit: .laps(4), finish: .leader)
        try track.send(.voidSplit("fast-40000"))
        #expect(ends(track) == ["finished 4 100.0", "finished 4 108.0"])
        try track.send(.voidRun("fast"))
        #expect(track.state.sessions["race"]?.flagAt == instant(108))
        #expect(track.result("slow").finishedAt == instant(108))
    }

    private func show(_ flag: Flag, at seconds: Double, on track: inout TestTrack) throws {
        try track.send(
            .editSession("race", SessionEdit(flag: ShownFlag(flag, at: instant(seconds)))))
    }

    // MARK: The close

    @Test func atTheCloseARunThatIsOutIsFinishedWithItsLaps() throws {
        var track = try race()
        try track.send(.closeSession("race", at: instant(60.5)))
        #expect(ends(track) == ["finished 3 60.0", "finished 2 54.0"])
        #expect(track.captureStates("slow")["slow-81000"] == .afterFinish)
        #expect(track.result("slow").time == span(54))
    }

    @Test func atTheCloseARunWithoutALapIsNotClassified() throws {
        var track = try race()
        try track.send(.closeSession("race", at: instant(20)))
        #expect(ends(track) == ["finished 1 20.0", "nc 0 -"])
    }

    @Test func whatFinishedBeforeTheCloseIsNotTouchedByIt() throws {
        var track = try race(limit: .laps(2))
        try track.send(.closeSession("race", at: instant(50)))
        #expect(ends(track) == ["finished 2 40.0", "finished 1 27.0"])
        #expect(!track.result("fast").isByClose)
        #expect(track.result("slow").isByClose)
    }

    @Test func closingAgainAtAnotherInstantCorrectsTheClose() throws {
        var track = try race()
        try track.send(.closeSession("race", at: instant(20)))
        try track.send(.closeSession("race", at: instant(41)))
        #expect(ends(track) == ["finished 2 40.0", "finished 1 27.0"])
    }

    // MARK: Ends that were captured, and statuses

    @Test func finishRunEndsAnOpenEndedRunWithItsLaps() throws {
        var track = try race()
        try track.send(.finishRun("fast", at: instant(65)))
        #expect(ends(track)[0] == "finished 3 60.0")
    }

    @Test func finishRunBeforeTheLastLineIsADidNotFinish() throws {
        var track = try race(laps: 5, passings: 2)
        try track.send(.finishRun("fast", at: instant(50)))
        #expect(ends(track)[0] == "dnf 2 -")
        try track.split("fast", at: 60)
        #expect(track.captureStates("fast")["fast-60000"] == .afterFinish)
    }

    @Test func finishRunBeforeTheDistanceOfTheSessionIsADidNotFinish() throws {
        var track = try race(limit: .laps(5), passings: 2)
        try track.send(.finishRun("fast", at: instant(50)))
        #expect(ends(track)[0] == "dnf 2 -")
    }

    @Test func finishRunAfterTheLastLineChangesNothing() throws {
        var track = try race(laps: 5)
        try track.send(.finishRun("fast", at: instant(200)))
        #expect(ends(track)[0] == "finished 5 100.0")
    }

    @Test func theEarliestOfSeveralEndsCountsAndAReopenedRunGoesOn() throws {
        var track = try race(passings: 6)
        try track.send(.finishRun("fast", at: instant(90)))
        try track.send(.finishRun("fast", at: instant(45)))
        #expect(ends(track)[0] == "finished 2 40.0")
        track.now = instant(100)
        try track.send(.reopenRun("fast"))
        #expect(ends(track)[0] == "running 6 -")
        try track.send(.finishRun("fast", at: instant(121)))
        #expect(ends(track)[0] == "finished 6 120.0")
    }

    @Test func anEndThatADeviceDatedAheadCanBeUndone() throws {
        var track = try race(passings: 2)
        track.now = instant(45)
        try track.send(.finishRun("fast", at: instant(50)))
        try track.send(.reopenRun("fast"))
        #expect(ends(track)[0] == "running 2 -")
    }

    @Test(arguments: Status.settable.filter { $0 != .running })
    func aStatusThatAPersonSetsStandsUntilItIsTakenBack(status: Status) throws {
        var track = try race(laps: 3)
        try track.send(.setStatus("fast", status))
        #expect(track.result("fast").status == status)
        #expect((track.result("fast").time != nil) == (status == .hc))
        try track.send(.setStatus("fast", .running))
        #expect(ends(track)[0] == "finished 3 60.0")
    }

    @Test func aCaptureAfterASetDnfCounts() throws {
        var track = try race(laps: 3, passings: 2)
        try track.send(.setStatus("fast", .dnf))
        try track.split("fast", at: 60)
        #expect(track.captureStates("fast")["fast-60000"] == .counted)
        #expect(track.result("fast").status == .dnf)
    }

    @Test func segmentsOfADidNotFinishCountAsBestsAndThoseOfADisqualifiedDoNot() throws {
        var track = try race(laps: 3)
        let lap = Measure.lap(isFirst: false)
        try track.send(.setStatus("fast", .dnf))
        #expect(track.state.allTime.chain(lap)?.best?.run == "fast")
        try track.send(.setStatus("fast", .dsq))
        #expect(track.state.allTime.chain(lap)?.best?.run == "slow")
        try track.send(.voidRun("slow"))
        #expect(track.state.allTime.isEmpty)
    }

    // MARK: Net time

    @Test func netTimeCountsFromTheRunsOwnPassingOfTheLine() throws {
        var track = try race(limit: .laps(2), clock: .net, start: .line)
        #expect(track.result("fast").time == span(40), "lap 0 ends at 20 s, lap 2 at 60 s")
        try track.send(.editSession("race", SessionEdit(clock: .gun)))
        #expect(track.result("fast").time == span(60))
    }

    @Test func aMovedStartMovesEveryRunThatSharesIt() throws {
        var track = try TestTrack.with(["finish"])
        try track.send(.createStart("gun", session: "open", at: instant(0), uncertainty: .zero))
        for run: RunID in ["a", "b"] {
            try track.send(.startRun(run, StartRun(runner: run.renamed(), origin: .start("gun"))))
            try track.split(run, at: 30)
        }
        try track.send(.moveStart("gun", at: instant(1.5), uncertainty: .zero))
        #expect(track.result("a").time == span(28.5) && track.result("b").time == span(28.5))
    }
}
