import Testing

@testable import SplitCore

/// A board of any age with what changed since is the board as it is now.
@Suite struct BroadcastTests {
    private static let limits = BoardLimits(
        endedRuns: 3, splits: 4, openSessionSpan: .seconds(40), tombstones: 12)

    @Test(arguments: 1...150)
    func whoeverTakesTheChangesSinceTheirOwnBoardHasTheBoardOfNow(seed: Int) {
        var race = RandomRace(seed: seed)
        var random = Seeded(seed)
        var track = TestTrack()
        track.apply(race.setUp[0])
        var board = Board(of: track.state, epoch: "e", names: .init(), limits: Self.limits)!
        _ = track.takeChanges()
        // Spectators of several rhythms: the board as each has it, and as of which seq.
        var spectators = (0..<4).map { _ in (values: board.values, seq: board.seq) }
        for event in race.setUp.dropFirst() + race.interleaved() {
            track.apply(event)
            if random.once(in: 3) { continue }
            board.refresh(
                from: track.state, changes: track.takeChanges(), names: .init(), limits: Self.limits
            )
            for index in spectators.indices where random.once(in: 1 + index * 4) {
                if board.hasChanges(since: spectators[index].seq, epoch: "e") {
                    spectators[index].values.take(board, since: spectators[index].seq)
                } else {
                    spectators[index].values = board.values
                }
                spectators[index].seq = board.seq
                #expect(spectators[index].values == board.values, "seed \(seed)")
                #expect(spectators[index].values.wasTold, "seed \(seed)")
            }
        }
    }

    /// Whatever happens: captures in any order, corrections, other rules of the track and its sessions,
    /// a day that ends, and names that come and change, of which no track's log tells.
    @Test(arguments: 1...300)
    func aBoardThatFollowedShowsWhatAFreshOneShows(seed: Int) {
        var race = RandomRace(seed: seed)
        var random = Seeded(seed)
        var track = TestTrack()
        var names = RunnerRegistry()
        let limits = seed % 2 == 0 ? BoardLimits() : Self.limits
        track.apply(race.setUp[0])
        var board = Board(of: track.state, epoch: "e", names: names, limits: limits)!
        _ = track.takeChanges()
        for event in race.setUp.dropFirst() + race.interleaved() {
            track.apply(event)
            if random.once(in: 6) {
                let runner = RunnerID("p\(random.number(1...4))")!
                names.register(Runner(id: runner, name: "Name \(random.number(1...3))"))
            }
            if random.once(in: 3) { continue }
            board.refresh(
                from: track.state, changes: track.takeChanges(), names: names, limits: limits)
            let fresh = Board(of: track.state, epoch: "e", names: names, limits: limits)!
            #expect(board.values == fresh.values, "seed \(seed), \(event)")
            #expect(board.runs.map(\.id) == fresh.runs.map(\.id), "seed \(seed)")
            #expect(board.runners.map(\.runner) == fresh.runners.map(\.runner), "seed \(seed)")
            #expect(board.runs.allSatisfy { $0.seq <= board.seq })
        }
    }

    @Test func aCursorOlderThanTheKeptRemovalsNeedsASnapshot() throws {
        var track = try TestTrack.with()
        let limits = BoardLimits(endedRuns: 200, splits: 24, tombstones: 2)
        var board = Board(of: track.state, epoch: "e", names: .init(), limits: limits)!
        let oldest = board.seq
        for number in 1...4 {
            let run = RunID("r\(number)")!
            try track.start(run)
            board.refresh(
                from: track.state, changes: track.takeChanges(), names: .init(), limits: limits)
            try track.send(.voidRun(run))
            board.refresh(
                from: track.state, changes: track.takeChanges(), names: .init(), limits: limits)
        }
        #expect(board.tombstones.count <= 2)
        #expect(!board.hasChanges(since: oldest, epoch: "e"))
        #expect(board.hasChanges(since: board.seq, epoch: "e"))
        #expect(!board.hasChanges(since: board.seq + 1, epoch: "e"))
        #expect(!board.hasChanges(since: board.seq, epoch: "another"))
        let kept = try #require(board.tombstones.first)
        #expect(board.hasChanges(since: kept.seq - 1, epoch: "e"))
        #expect(board.tombstones.allSatisfy { $0.seq > board.tombstonesSince })
    }
}
