import Testing

@testable import SplitCore

/// What is found out later about a device's clock moves what it captured then, and nothing else.
@Suite struct ClockShiftTests {
    /// A run that two devices time: the gate takes the start, the phone the rest.
    private static func race() throws -> TestTrack {
        var track = try TestTrack.with(["a", "finish"])
        track.device = "gate"
        try track.start("r", by: "ada")
        track.device = "phone"
        try track.split("r", at: 10, id: "s", device: "phone")
        try track.split("r", at: 30, id: "f", device: "phone")
        return track
    }

    private static func shift(
        _ device: DeviceID = "phone", from: Double = 0, to: Double = 90, by: Double,
        uncertainty: Double? = nil
    ) -> Command {
        .shiftCaptures(
            ClockShift(
                device: device, span: instant(from)...instant(to), by: span(by),
                uncertainty: uncertainty.map { span($0) }))
    }

    private static func splits(_ track: TestTrack) -> [Timestamp] {
        track.state.runs["r"]!.result.splits.map(\.at)
    }

    @Test func aDevicesCapturesOfASpanMove() throws {
        var track = try Self.race()
        try track.send(Self.shift(from: 10, to: 20, by: -2))
        #expect(Self.splits(track) == [instant(8), instant(30)])
        #expect(track.state.captures["s"]?.isCorrected == true)
        #expect(track.state.captures["f"]?.isCorrected == false)
        #expect(track.state.captures["s"]?.capture.at == instant(10), "the capture never changes")
        #expect(track.state.runs["r"]?.startedAt == instant(0), "another device's stays")
    }

    @Test func bothEndsOfTheSpanAreInIt() throws {
        var track = try Self.race()
        try track.send(Self.shift(from: 10, to: 30, by: 1))
        #expect(Self.splits(track) == [instant(11), instant(31)])
        #expect(throws: TimingError.self, "there is nothing between") {
            try track.send(Self.shift(from: 10.000001, to: 29.999999, by: 1))
        }
    }

    @Test func aRunsOwnStartAndItsCapturedEndMove() throws {
        var track = try TestTrack.with(["a", "finish"], laps: 0)
        track.device = "phone"
        try track.start("r", by: "ada", at: 5)
        try track.split("r", at: 20, id: "s", device: "phone")
        try track.send(.finishRun("r", at: instant(40)))
        try track.send(Self.shift(by: 3))
        let run = track.state.runs["r"]!
        #expect(run.startedAt == instant(8))
        #expect(run.finishedBy == instant(43))
        #expect(run.isCorrected)
    }

    @Test func aSharedStartMovesAllItsRuns() throws {
        var track = try TestTrack.with(["a", "finish"])
        track.device = "gate"
        try track.send(
            .createStart("gun", session: "open", at: instant(1), uncertainty: span(0.5)))
        for run in ["p", "q"] {
            try track.send(
                .startRun(RunID(run)!, StartRun(runner: "ada", origin: .start("gun"))))
        }
        try track.send(Self.shift("gate", by: 1, uncertainty: 0.002))
        for run in ["p", "q"] {
            #expect(track.state.runs[RunID(run)!]?.startedAt == instant(2))
            #expect(track.state.runs[RunID(run)!]?.startUncertainty == span(0.002))
        }
        try track.send(.moveStart("gun", at: instant(7), uncertainty: .zero))
        try track.send(Self.shift("gate", by: 1))
        #expect(track.state.runs["p"]?.startedAt == instant(7), "a person moved it")
    }

    @Test func whatAPersonPlacedStaysWhereItIs() throws {
        var track = try Self.race()
        try track.send(.moveSplit("s", at: instant(12)))
        try track.send(.editRun("r", RunEdit(origin: .at(instant(1), uncertainty: .zero))))
        try track.send(Self.shift(by: 2))
        try track.send(Self.shift("gate", by: 2))
        #expect(Self.splits(track) == [instant(12), instant(32)])
        #expect(track.state.runs["r"]?.startedAt == instant(1))
    }

    @Test func shiftsAddUpAndCanBeTakenBack() throws {
        var track = try Self.race()
        let before = track.state.runs["r"]
        try track.send(Self.shift(by: 2))
        try track.send(Self.shift(from: 20, to: 40, by: -0.5))
        #expect(Self.splits(track) == [instant(12), instant(31.5)])
        try track.send(Self.shift(from: 20, to: 40, by: 0.5))
        try track.send(Self.shift(by: -2))
        #expect(track.state.runs["r"] == before)
    }

    @Test func theUncertaintyOfTheNewOffsetCounts() throws {
        var track = try Self.race()
        try track.send(Self.shift(by: 1, uncertainty: 0.003))
        #expect(track.state.captures["s"]?.wholeUncertainty == span(0.103), "and that of the tap")
        try track.send(Self.shift(by: 1))
        #expect(track.state.captures["s"]?.clockUncertainty == span(0.003))
    }

    @Test func whatComesInLaterIsMovedToo() throws {
        var track = try Self.race()
        try track.send(Self.shift(by: -2))
        track.device = "phone"
        try track.send(
            .startRun("q", StartRun(runner: "bob", origin: .at(instant(50), uncertainty: .zero))))
        #expect(track.state.runs["q"]?.startedAt == instant(48))
    }

    @Test func aSplitThatIsMovedOverARunsStartIsOfTheRunBefore() throws {
        var track = try TestTrack.with(["a", "finish"])
        track.device = "gate"
        try track.start("r", by: "ada", at: 0)
        try track.start("q", by: "ada", at: 60)
        track.device = "phone"
        try track.send(
            .recordSplit(
                SplitCapture(
                    id: "s", subject: .runner("ada"), at: instant(65), uncertainty: .zero)))
        #expect(track.state.run(of: "s") == "q")
        try track.send(Self.shift(by: -10))
        #expect(track.state.run(of: "s") == "r")
    }

    @Test func aCaptureIsNotMovedPastTheServersTime() throws {
        var track = try Self.race()
        track.now = instant(40)
        // The last capture lies at 30, and a minute ahead of now is allowed.
        try track.send(Self.shift(by: 70))
        #expect(throws: TimingError.self) { try track.send(Self.shift(by: 0.000001)) }
    }

    @Test func norIsOneThatComesLater() throws {
        var track = try Self.race()
        try track.send(Self.shift(by: 30))
        track.now = instant(45)
        track.device = "phone"
        // 74 and 30 lie within the minute ahead of 45; 76 does not.
        try track.split("r", at: 74, id: "near", device: "phone")
        #expect(throws: TimingError.self) {
            try track.split("r", at: 76, id: "far", device: "phone")
        }
        try track.split("r", at: 76, id: "other", device: "gate")
    }

    @Test func aYearIsTheMostAlsoOfShiftsTogether() throws {
        var track = try Self.race()
        let most = ClockShift(
            device: "phone", span: instant(0)...instant(90), by: -ClockShift.greatest)
        try track.send(.shiftCaptures(most))
        #expect(throws: TimingError.self) { try track.send(.shiftCaptures(most)) }
        try track.send(Self.shift(by: 1))
    }

    @Test func aYearIsTheMostEitherWay() throws {
        var track = try Self.race()
        let year = ClockShift.greatest
        for (by, isTaken) in [
            (-year, true), (-year - .microseconds(1), false), (year + .microseconds(1), false),
        ] {
            let shift = ClockShift(device: "phone", span: instant(0)...instant(90), by: by)
            let isDone = (try? track.send(.shiftCaptures(shift))) != nil
            #expect(isDone == isTaken)
        }
    }
}
