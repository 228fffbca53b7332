import Testing

@testable import SplitCore

/// What follows from a race does not depend on the order in which its captures came in.
@Suite struct ConvergenceTests {
    @Test(arguments: 1...150)
    func anyOrderOfTheCapturesEndsInTheSameBoard(seed: Int) {
        var race = RandomRace(seed: seed)
        let first = Self.track(race.setUp + race.captures)
        for _ in 0..<3 {
            let other = Self.track(race.setUp + race.shuffledCaptures())
            Self.expectSame(first, other, seed: seed)
        }
    }

    @Test(arguments: 1...150)
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
        let differences = left.state.differences(from: right.state)
        #expect(differences == [], "seed \(seed)")
        let isSame = left.state.hasSameTiming(as: right.state)
        #expect(isSame, "seed \(seed)")
        let showsTheSame = left.board().values == right.board().values
        #expect(showsTheSame, "seed \(seed)")
    }
}

extension TrackState {
    /// What of two states differs, in few words.
    fileprivate func differences(from other: TrackState) -> [String] {
        var found: [String] = []
        for (id, run) in runs where other.runs[id] != run {
            found.append("run \(run) or \(other.runs[id], default: "none")")
        }
        for (id, record) in captures where other.captures[id] != record {
            found.append("capture \(record) or \(other.captures[id], default: "none")")
        }
        for (id, session) in sessions where other.sessions[id] != session {
            found.append("session \(id)")
        }
        if allTime != other.allTime { found.append("bests of all time") }
        if ofSession != other.ofSession { found.append("bests of sessions") }
        if unassigned != other.unassigned { found.append("unassigned") }
        if capturesBySubject != other.capturesBySubject { found.append("captures by subject") }
        if runsBySubject != other.runsBySubject { found.append("runs by subject") }
        if latestInstant != other.latestInstant { found.append("latest instant") }
        return found
    }
}
