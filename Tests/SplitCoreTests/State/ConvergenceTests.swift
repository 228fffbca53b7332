import Testing

@testable import SplitCore

/// What follows from a race does not depend on the order in which its captures came in.
@Suite struct ConvergenceTests {
    @Test(arguments: 1...300)
    func anyOrderOfTheCapturesEndsInTheSameBoard(seed: Int) {
        var race = RandomRace(seed: seed)
        let first = Self.track(race.setUp + race.captures)
        for _ in 0..<3 {
            let other = Self.track(race.setUp + race.shuffledCaptures())
            Self.expectSame(first, other, seed: seed)
        }
    }

    @Test(arguments: 1...300)
    func capturesMayComeInAnywhereBetweenTheCorrections(seed: Int) {
        var race = RandomRace(seed: seed)
        let first = Self.track(race.setUp + race.interleaved())
        for _ in 0..<3 {
            Self.expectSame(first, Self.track(race.setUp + race.interleaved()), seed: seed)
        }
    }

    @Test(arguments: 1...100)
    func replayingTheLogGivesTheSameState(seed: Int) {
        var race = RandomRace(seed: seed)
        let track = Self.track(race.setUp + race.interleaved())
        var replayed = TrackState(id: track.state.id)
        for event in track.log { replayed.evolve(event) }
        #expect(replayed == track.state, "seed \(seed)")
    }

    private static func track(_ events: [Event]) -> TestTrack {
        var track = TestTrack()
        for event in events { track.apply(event) }
        return track
    }

    private static func expectSame(_ left: TestTrack, _ right: TestTrack, seed: Int) {
        #expect(left.state.hasSameTiming(as: right.state), "seed \(seed)")
        #expect(left.board().values == right.board().values, "seed \(seed)")
    }
}
