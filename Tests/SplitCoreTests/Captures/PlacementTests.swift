import Testing

@testable import SplitCore

/// Which captures count, and what becomes of the others.
@Suite struct PlacementTests {
    /// Checkpoints a, b and finish; segments take 5 s at least, the merge window is 3 s.
    private func track(laps: Int = 1, start: TrackDefinition.Start = .gun) throws -> TestTrack {
        var track = try TestTrack.with(["a", "b", "finish"], laps: laps, start: start)
        try track.start("r")
        return track
    }

    @Test func capturesTakeTheNextPlacesInTheOrderOfTheirInstants() throws {
        var track = try track()
        try track.splits("r", 30, 10, 20)
        #expect(track.places("r") == ["a 1 10.0", "b 1 20.0", "finish 1 30.0"])
        #expect(track.state.runs["r"]?.result.status == .finished)
    }

    // MARK: One passing

    @Test func devicesThatCaptureOnePassingAreMergedToTheLeastUncertain() throws {
        var track = try track()
        try track.split("r", at: 10, id: "tap", device: "one", uncertainty: 0.05)
        try track.split(
            "r", at: 10.2, id: "beam", device: "two", uncertainty: 0.001, method: .sensor)
        try track.split("r", at: 10.1, id: "phone", device: "three", uncertainty: 0.02)
        #expect(
            track.captureStates("r") == ["beam": .counted, "tap": .duplicate, "phone": .duplicate])
        #expect(track.places("r") == ["a 1 10.2"])
    }

    @Test func ofEquallyUncertainCapturesTheEarlierCountsThenTheSmallerId() throws {
        var track = try track()
        try track.split("r", at: 10.5, id: "a-later", device: "one")
        try track.split("r", at: 10, id: "z", device: "two")
        try track.split("r", at: 10, id: "y", device: "three")
        #expect(
            track.captureStates("r") == ["y": .counted, "z": .duplicate, "a-later": .duplicate])
    }

    @Test(arguments: [(3.0, CaptureState.duplicate), (3.000001, .tooSoon)])
    func theMergeWindowEndsThreeSecondsAfterTheEarliest(
        later: Double, state: CaptureState
    ) throws {
        var track = try track()
        try track.split("r", "a", at: 10, id: "first", device: "one")
        try track.split("r", "a", at: 10 + later, id: "second", device: "two")
        #expect(track.captureStates("r") == ["first": .counted, "second": state])
    }

    @Test func theWindowIsThatOfTheEarliestNotOfTheOneThatCounts() throws {
        var track = try track()
        try track.split("r", "a", at: 10, id: "first", device: "one", uncertainty: 0.5)
        try track.split("r", "a", at: 12, id: "second", device: "two", uncertainty: 0.001)
        try track.split("r", "a", at: 14, id: "third", device: "three", uncertainty: 0.5)
        #expect(
            track.captureStates("r")
                == ["first": .duplicate, "second": .counted, "third": .tooSoon])
    }

    @Test func aDeviceDoesNotCaptureOnePassingTwice() throws {
        var track = try track()
        try track.split("r", at: 10, id: "first", device: "one")
        try track.split("r", at: 11, id: "again", device: "one", uncertainty: 0.001)
        #expect(track.captureStates("r") == ["first": .counted, "again": .tooSoon])
    }

    @Test func anotherLineWithinTheWindowIsAnotherPassing() throws {
        var track = try TestTrack.with(["a", "b", "finish"], minimum: 1)
        try track.start("r")
        try track.split("r", "a", at: 10, id: "a", device: "one")
        try track.split("r", "b", at: 12, id: "b", device: "two")
        #expect(track.places("r") == ["a 1 10.0", "b 1 12.0"])
    }

    // MARK: Too soon, out of order

    @Test(arguments: [(5.0, CaptureState.counted), (4.999999, .tooSoon)])
    func aSegmentTakesItsMinimumAtLeast(later: Double, state: CaptureState) throws {
        var track = try track()
        try track.split("r", at: 10, id: "first")
        try track.split("r", at: 10 + later, id: "second")
        #expect(track.captureStates("r") == ["first": .counted, "second": state])
    }

    @Test(arguments: [(10.0, CaptureState.counted), (9.999999, .outOfOrder)])
    func jumpingACheckpointTakesTheMinimumsOfAllSegmentsBetween(
        seconds: Double, state: CaptureState
    ) throws {
        var track = try track()
        try track.split("r", "b", at: seconds, id: "b")
        #expect(track.captureStates("r") == ["b": state])
    }

    @Test func aCaptureThatJumpsACheckpointLeavesItMissed() throws {
        var track = try track()
        try track.split("r", "b", at: 20)
        try track.split("r", at: 30)
        #expect(track.places("r") == ["b 1 20.0", "finish 1 30.0"])
        let splits = try #require(track.state.runs["r"]).result.splits
        #expect(splits.map(\.segment?.time) == [span(20), span(10)])
        #expect(splits[0].segment?.value == nil, "a joined segment is not compared")
        #expect(splits[1].segment?.value != nil)
    }

    @Test func aCheckpointAlreadyPassedIsOutOfOrderAndTheSameOneTooSoon() throws {
        var track = try track()
        try track.split("r", "b", at: 20)
        try track.split("r", "a", at: 30, id: "back")
        try track.split("r", "b", at: 31, id: "again")
        #expect(track.captureStates("r")["back"] == .outOfOrder)
        #expect(track.captureStates("r")["again"] == .tooSoon)
    }

    @Test func theSameLineOfALaterLapIsTooSoonUntilTheLapCanBeDone() throws {
        var track = try track(laps: 2)
        try track.split("r", "a", at: 10)
        try track.split("r", "a", at: 24.9, id: "soon")
        #expect(track.captureStates("r")["soon"] == .tooSoon)
        try track.split("r", "a", at: 25, id: "next-lap")
        #expect(track.places("r").last == "a 2 25.0")
    }

    @Test func aLineThatTheRunsRevisionDoesNotHaveIsOutOfOrder() throws {
        var track = try track()
        try track.split("r", "elsewhere", at: 20, id: "lost")
        #expect(track.captureStates("r") == ["lost": .outOfOrder])
    }

    // MARK: Before and after

    @Test func whatCameBeforeTheStartIsSetAside() throws {
        var track = try track()
        try track.split("r", at: -0.000001, id: "early")
        try track.split("r", at: 10, id: "counts")
        #expect(track.captureStates("r") == ["early": .beforeStart, "counts": .counted])
    }

    @Test func whatCameAfterTheFinishIsSetAside() throws {
        var track = try track()
        try track.splits("r", 10, 20, 30)
        try track.split("r", at: 60, id: "late")
        #expect(track.captureStates("r")["late"] == .afterFinish)
    }

    @Test func splitsOfARunWhoseStartIsNotKnownYetWaitForIt() throws {
        var track = try TestTrack.with(["a", "b", "finish"])
        try track.split("r", at: 10, id: "first")
        #expect(track.board().unassigned.map(\.value.state) == [.unassigned])
        try track.send(
            .startRun("r", StartRun(runner: "ada", origin: .start("gun"))))
        #expect(track.captureStates("r") == ["first": .beforeStart])
        #expect(track.state.runs["r"]?.result.status == .ready)
        try track.send(.createStart("gun", session: "open", at: instant(0), uncertainty: .zero))
        #expect(track.captureStates("r") == ["first": .counted])
        #expect(track.board().unassigned.isEmpty)
    }

    @Test func voidingAndRestoringACaptureMovesThePlacesOfTheOthers() throws {
        var track = try track()
        try track.split("r", at: 10, id: "false-alarm")
        try track.splits("r", 20, 30)
        try track.send(.voidSplit("false-alarm"))
        #expect(track.captureStates("r")["false-alarm"] == .voided)
        #expect(track.places("r") == ["a 1 20.0", "b 1 30.0"])
        try track.send(.restoreSplit("false-alarm"))
        #expect(track.places("r") == ["a 1 10.0", "b 1 20.0", "finish 1 30.0"])
    }

    // MARK: Laps and the start line

    @Test func lapsFollowOneAnother() throws {
        var track = try track(laps: 2)
        try track.splits("r", 10, 20, 30, 40, 50, 60, 70)
        #expect(
            track.places("r") == [
                "a 1 10.0", "b 1 20.0", "finish 1 30.0", "a 2 40.0", "b 2 50.0", "finish 2 60.0",
            ])
        #expect(track.state.runs["r"]?.result.lapTimes.map(\.time) == [span(30), span(30)])
    }

    @Test func lapOneBeginsAtTheLineAndNeedsNoMinimumToGetThere() throws {
        var track = try track(laps: 1, start: .line)
        try track.splits("r", 0.5, 10, 20, 30)
        #expect(track.places("r") == ["finish 0 0.5", "a 1 10.0", "b 1 20.0", "finish 1 30.0"])
        let result = try #require(track.state.runs["r"]).result
        #expect(result.time == span(30), "the total counts from the gun")
        #expect(result.splits[1].segment?.time == span(9.5))
        #expect(
            result.splits[1].segment?.value?.measure == .segment(from: "finish", to: "a"),
            "after lap 0 the first segment is from the finish line")
    }

    @Test func withoutAPassingOfTheStartLineLapOneBeginsAtTheGunAndIsNotCompared() throws {
        var track = try track(laps: 0, start: .line)
        try track.split("r", "a", at: 10)
        try track.split("r", "b", at: 20)
        try track.split("r", "finish", at: 30)
        let result = try #require(track.state.runs["r"]).result
        #expect(track.places("r").first == "a 1 10.0")
        #expect(result.lapTimes.map(\.time) == [span(30)])
        #expect(result.lapTimes.first?.value == nil)
        #expect(result.splits[0].segment?.value == nil)
    }

    // MARK: What a person says

    @Test func anAcceptedCaptureCountsHoweverSoonItCame() throws {
        var track = try track()
        try track.split("r", at: 10)
        try track.split("r", at: 12, id: "soon")
        try track.send(.acceptSplit("soon"))
        #expect(track.places("r") == ["a 1 10.0", "b 1 12.0"])
        #expect(track.state.runs["r"]?.isCorrected == true)
    }

    @Test func aFixedPlaceIsKeptAndTheOthersAreTakenAroundIt() throws {
        var track = try track()
        try track.split("r", at: 10, id: "one")
        try track.split("r", at: 20, id: "two")
        try track.split("r", at: 30, id: "three")
        try track.send(.assignSplit("two", Assignment(checkpoint: "finish", lap: 1)))
        #expect(track.places("r") == ["a 1 10.0", "finish 1 20.0"])
        #expect(track.captureStates("r")["three"] == .afterFinish)
        try track.send(.assignSplit("two", Assignment(checkpoint: "a", lap: 1)))
        #expect(track.places("r") == ["a 1 20.0", "b 1 30.0"])
        #expect(track.captureStates("r")["one"] != .counted, "its place is given to another")
    }

    @Test func aCaptureCanBeGivenToAnotherRun() throws {
        var track = try track()
        try track.start("s")
        try track.split("r", at: 10, id: "mixed-up")
        try track.send(.assignSplit("mixed-up", Assignment(run: "s")))
        #expect(track.places("r") == [])
        #expect(track.places("s") == ["a 1 10.0"])
    }

    @Test func aMovedCaptureCountsAtItsNewInstantAndKeepsWhatWasSent() throws {
        var track = try track()
        try track.split("r", at: 10, id: "late-tap")
        try track.send(.moveSplit("late-tap", at: instant(9.25)))
        #expect(track.places("r") == ["a 1 9.25"])
        #expect(track.state.captures["late-tap"]?.capture.at == instant(10))
    }

    @Test func aSkippedCheckpointIsNotWaitedFor() throws {
        var track = try track()
        try track.send(.skipCheckpoint("r", "a", lap: nil))
        #expect(track.board().runs[0].head.value.next?.checkpoint == "b")
        try track.split("r", at: 12)
        #expect(track.places("r") == ["b 1 12.0"])
    }

    @Test func aSkipIsTakenBackForTheLapGivenOrTheLast() throws {
        var track = try TestTrack.with(["a", "finish"], laps: 3)
        try track.start("r", by: "ada")
        try track.send(.skipCheckpoint("r", "a", lap: 1))
        try track.send(.skipCheckpoint("r", "a", lap: 3))
        #expect(
            track.board().runs[0].head.value.skipped
                == [.init(checkpoint: "a", lap: 1), .init(checkpoint: "a", lap: 3)])
        try track.split("r", at: 20)
        #expect(track.places("r") == ["finish 1 20.0"])
        try track.send(.restoreCheckpoint("r", "a", lap: nil))
        #expect(
            track.board().runs[0].head.value.skipped == [.init(checkpoint: "a", lap: 1)])
        #expect(throws: TimingError.self) { try track.send(.restoreCheckpoint("r", "a", lap: 3)) }
        try track.send(.restoreCheckpoint("r", "a", lap: 1))
        #expect(track.places("r") == ["a 1 20.0"])
        #expect(!track.board().runs[0].head.value.corrected)
    }

    // MARK: Whose it is

    @Test func aWithdrawnRunnersNumberIsNobodysUntilItIsAnothers() throws {
        var track = try TestTrack.with(["a", "finish"])
        try track.start("r", by: "ada")
        try track.record(.number("7"), at: 10, id: "by-number")
        try track.send(.enterRunner(Entry(runner: "ada", number: "7")))
        #expect(track.places("r") == ["a 1 10.0"])
        try track.send(.withdrawRunner("ada", session: nil))
        #expect(track.places("r") == [])
        #expect(track.state.startList(of: "open")?.entries == [])
        try track.start("s", by: "bob")
        try track.send(.enterRunner(Entry(runner: "bob", number: "7")))
        #expect(track.places("s") == ["a 1 10.0"])
    }

    @Test func aCaptureOfARunnerIsOfTheirLatestRunBegunBeforeIt() throws {
        var track = try TestTrack.with(["a", "b", "finish"])
        try track.record(.runner("ada"), at: 50, id: "late")
        try track.start("second", by: "ada", at: 40)
        try track.start("first", by: "ada", at: 0)
        try track.record(.runner("ada"), at: 10, id: "early")
        #expect(track.places("first") == ["a 1 10.0"])
        #expect(track.places("second") == ["a 1 10.0"])
        #expect(track.captureStates("second") == ["late": .counted])
        try track.send(.voidRun("second"))
        #expect(track.captureStates("first") == ["early": .counted, "late": .counted])
    }

    @Test func numbersAndTranspondersAreThoseOfTheEntry() throws {
        var track = try TestTrack.with(["a", "b", "finish"])
        try track.start("r", by: "ada")
        try track.record(.number("7"), at: 10, id: "by-number")
        try track.record(.transponder("x7"), at: 20, id: "by-chip")
        #expect(track.captureStates("r") == [:])
        try track.send(.enterRunner(Entry(runner: "ada", number: "7", transponders: ["x7"])))
        #expect(track.captureStates("r") == ["by-number": .counted, "by-chip": .counted])
    }
}
