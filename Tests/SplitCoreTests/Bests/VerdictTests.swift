import Testing

@testable import SplitCore

/// Verdicts as the board shows them.
@Suite struct VerdictTests {
    private func split(_ run: RunID, _ index: Int, on track: TestTrack) throws -> BoardSplit {
        try #require(track.board().runs.first { $0.id == run }).splits[index].value
    }

    private func track(scope: BestScope = .track) throws -> TestTrack {
        var track = try TestTrack.with(["t1", "finish"], scope: scope)
        try track.run("a1", by: "ada", 10, 30)
        try track.run("b1", by: "bob", from: 100, 111, 129)
        try track.run("a2", by: "ada", from: 200, 210, 231)
        return track
    }

    @Test func theFirstValueIsAnOverallBestAndTheFirstOfARunnerAPersonalBest() throws {
        let track = try track()
        #expect(try split("a1", 0, on: track).segmentVerdict == .overallBest)
        #expect(try split("b1", 0, on: track).segmentVerdict == .personalBest)
    }

    @Test func equalIsNotBetter() throws {
        #expect(try split("a2", 0, on: try track()).segmentVerdict == .slower)
    }

    @Test func segmentsSplitsAndTheRunAreJudgedEachByItself() throws {
        let track = try track()
        let finish = try split("b1", 1, on: track)
        #expect(finish.segment == span(18))
        #expect(finish.segmentVerdict == .overallBest)
        #expect(finish.splitVerdict == .overallBest)
        #expect(finish.lapVerdict == nil, "a track of one lap has no laps")
        #expect(
            track.board().runs.map(\.head.value.verdict) == [.overallBest, .overallBest, .slower])
    }

    @Test func aVerdictIsOfItsInstantAndStandingIsOfNow() throws {
        let track = try track()
        let first = try split("a1", 1, on: track)
        #expect(first.segmentVerdict == .overallBest)
        #expect(!first.standing.contains(.segment), "Bob has since been faster")
        #expect(try split("a1", 0, on: track).standing.contains(.segment))
        #expect(try split("b1", 1, on: track).standing.contains(.segment))
    }

    @Test func aLateValueChangesTheVerdictsAfterItAndNoneBefore() throws {
        var track = try track()
        try track.run("late", by: "cyd", from: 50, 59, 75)
        #expect(try split("a1", 1, on: track).segmentVerdict == .overallBest)
        #expect(try split("late", 1, on: track).segmentVerdict == .overallBest)
        #expect(try split("b1", 1, on: track).segmentVerdict == .personalBest)
        try track.send(.voidRun("late"))
        #expect(try split("b1", 1, on: track).segmentVerdict == .overallBest)
    }

    @Test func aRaceHasNoVerdictOfSplits() throws {
        var track = try TestTrack.with(["t1", "finish"], rank: .race)
        try track.run("r", 10)
        #expect(try split("r", 0, on: track).splitVerdict == nil)
        #expect(try split("r", 0, on: track).segmentVerdict == .overallBest)
    }

    @Test func aJoinedSegmentHasATimeAndNoVerdict() throws {
        var track = try TestTrack.with(["t1", "t2", "finish"])
        try track.start("r")
        try track.split("r", "t2", at: 20)
        #expect(try split("r", 0, on: track).segment == span(20))
        #expect(try split("r", 0, on: track).segmentVerdict == Verdict.none)
        #expect(try split("r", 0, on: track).splitVerdict == .overallBest)
    }

    @Test func aDisqualifiedRunIsNotJudged() throws {
        var track = try track()
        try track.send(.setStatus("a1", .dsq))
        #expect(try split("a1", 0, on: track).segmentVerdict == Verdict.none)
        #expect(try split("b1", 0, on: track).segmentVerdict == .overallBest)
    }

    @Test func bestsOfASessionAreItsOwnAndARecordIsAFlag() throws {
        var track = try track()
        try track.send(.createSession("heat", SessionDraft(scope: .session)))
        try track.run("h", by: "dan", from: 300, in: "heat", 309, 330)
        let (first, second) = (try split("h", 0, on: track), try split("h", 1, on: track))
        #expect(first.segmentVerdict == .overallBest && first.record.contains(.segment))
        #expect(second.segmentVerdict == .overallBest && !second.record.contains(.segment))
        #expect(track.board().overall.whole.value.run == "h")
    }

    @Test func aDifferenceInsideTheUncertaintyIsMarkedClose() throws {
        var track = try TestTrack.with(["finish"])
        try track.run("a", by: "ada", 30)
        try track.run("b", by: "bob", from: 100, 129.9)
        try track.run("c", by: "cyd", from: 200, 229)
        #expect(try split("b", 0, on: track).close == [.segment, .split, .run])
        #expect(try split("c", 0, on: track).close == [])
    }

    @Test func lapsOfOneDeviceAtOneLineShareItsClock() throws {
        var track = try TestTrack.with(["line"], laps: 0)
        try track.start("r")
        try track.split("r", at: 20, device: "gate", uncertainty: 2, method: .sensor)
        try track.split("r", at: 40, device: "gate", uncertainty: 2, method: .sensor)
        try track.split("r", at: 60, device: "phone", uncertainty: 2, method: .sensor)
        let laps = track.result("r").lapTimes.compactMap(\.value?.uncertainty)
        #expect(laps == [span(2), .zero, span(4)])
    }

    @Test func aFirstLapOfAnotherLengthIsComparedWithFirstLapsOnly() throws {
        var track = try TestTrack.with(["line"], laps: 0, firstLap: .own)
        try track.run("a", 15, 35, 54)
        try track.run("b", from: 100, 114, 135)
        let laps = track.board().runs.map { $0.splits.map(\.value.lapVerdict) }
        #expect(
            laps == [[.overallBest, .overallBest, .overallBest], [.overallBest, .personalBest]])
    }

    @Test func theSumOfBestIsOfOneLapOverAllRuns() throws {
        var track = try TestTrack.with(["a", "line"], laps: 2)
        try track.run("r", 10, 20, 31, 40)
        let bests = track.board().overall
        #expect(bests.segments.map(\.value.time) == [span(10), span(11), span(9)])
        #expect(bests.whole.value.sumOfBest == span(20), "the flying lap: 11 s and 9 s")
        #expect(track.board().runners.map(\.bests) == [bests])
    }

    @Test func deltasAreAgainstTheBestsAsTheyStoodBeforeThisRun() throws {
        var track = try TestTrack.with(["t1", "finish"])
        try track.run("a1", by: "ada", 10, 30)
        try track.run("b1", by: "bob", from: 50, 59, 77)
        try track.run("a2", by: "ada", from: 60, 70.5)
        let delta = try #require(track.board().runs.first { $0.id == "a2" }).delta.value
        #expect(delta.personalBest == span(0.5))
        #expect(delta.overallBest == span(0.5), "Bob finished after this run began")
        #expect(delta.leader == span(1.5))
    }
}
