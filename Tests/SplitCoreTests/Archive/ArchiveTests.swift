import Testing

@testable import SplitCore

/// A track that keeps a part of its runs in memory is the same as one that keeps them all.
@Suite struct ArchiveTests {
    @Test(arguments: 1...100)
    func whateverIsOutOfMemoryNothingIsOtherwise(seed: Int) {
        var race = RandomRace(seed: seed)
        var random = Seeded(seed &* 31)
        var track = TestTrack()
        var stored = StoredTrack(track)
        var state = track.state
        for event in race.setUp + race.interleaved() + race.interleaved() {
            guard let command = event.command else { continue }
            track.now = instant(Double(random.number(0...400)))
            track.device = random.element([nil, "gate", "phone", "tablet"])
            let origin = track.nextOrigin
            let before = track.log.count
            let error = Result { () throws(TimingError) in try track.send(command) }.failure
            let ownError = Self.apply(command, origin, to: &state, stored)
            #expect(ownError == error, "seed \(seed), \(command)")
            let label = "seed \(seed), after \(track.log.count), \(command)"
            if track.log.count > before {
                stored.commit(state, state.takeChanges(), full: track)
                Self.expectSame(state, stored, track, limits: limits, label)
            }
            if random.once(in: 4), let latest = state.latestInstant {
                let cutoff = latest - span(Double(random.number(3...60)))
                _ = state.archive(through: cutoff)
                Self.expectSame(state, stored, track, limits: limits, "archived, " + label)
            }
            if random.once(in: 12), let latest = state.latestInstant, state.definition != nil {
                let cutoff = latest - span(Double(random.number(3...60)))
                state = stored.state(archivedThrough: cutoff)
                Self.expectSame(state, stored, track, limits: limits, "started, " + label)
            }
        }
    }

    /// The board shows nothing that ended before what is let go of.
    private let limits = BoardLimits(openSessionSpan: span(3))

    /// Applies a command as the server does: whatever is missing is looked for, then it is tried
    /// again.
    private static func apply(
        _ command: Command, _ origin: Origin, to state: inout TrackState, _ stored: StoredTrack
    ) -> TimingError? {
        var consulted: Set<Reference> = []
        var missing = state.references(of: command, from: origin.device)
        while true {
            if !missing.isEmpty {
                consulted.formUnion(missing)
                state.restore(
                    stored.find(missing, excluding: Set(state.allRuns)), answering: missing)
            }
            do throws(TimingError) {
                let staysInMemory = state.staysInMemory(
                    command, from: origin.device, after: consulted)
                var attempt = state
                attempt.consult(consulted)
                for event in try state.decide(command, from: origin) {
                    attempt.evolve(
                        LoggedEvent(seq: attempt.seq + 1, origin: origin, event: event))
                }
                #expect(!staysInMemory || attempt.missing.isEmpty, "\(command)")
                missing = attempt.missing
                if missing.isEmpty {
                    attempt.consult([])
                    state = attempt
                    return nil
                }
                #expect(missing.isDisjoint(with: consulted))
            } catch {
                return error
            }
        }
    }

    private static func expectSame(
        _ state: TrackState, _ stored: StoredTrack, _ track: TestTrack, limits: BoardLimits,
        _ label: String
    ) {
        guard let board = Board(of: state, epoch: "e", names: .init(), limits: limits),
            let whole = Board(of: track.state, epoch: "e", names: .init(), limits: limits)
        else { return }
        #expect(board.values.differences(from: whole.values) == [], "\(label)")
        for id in track.state.allRuns {
            let view = track.state.view(of: id, names: .init())!
            let expected = view.hasEnded ? Kept(view) : nil
            #expect(stored.runs[id].map { Kept($0) } == expected, "\(id), \(label)")
            #expect(
                stored.active[id]
                    == (view.hasEnded ? nil : Set(view.splits.map(\.part.id))), "\(id), \(label)")
        }
        for id in track.state.keptChains {
            #expect(state.chain(id) == track.state.chain(id), "\(id), \(label)")
            #expect(stored.chains[id] == track.state.chain(id).links, "\(id), \(label)")
        }
        #expect(Set(state.keptChains) == Set(track.state.keptChains), "\(label)")
        #expect(state.unassignedCaptures == track.state.unassignedCaptures, "\(label)")
        for id in track.state.allSessions {
            #expect(state.session(id) == track.state.session(id), "\(label)")
        }
    }

    /// What the history keeps of a run; whether a best still stands is not in it.
    private struct Kept: Equatable {
        let view: RunView

        init(_ view: RunView) {
            var view = view
            for index in view.splits.indices {
                view.splits[index].part.standing = []
                view.splits[index].part.close = []
            }
            self.view = view
        }
    }
}

extension Result {
    fileprivate var failure: Failure? {
        switch self {
        case .success: nil
        case .failure(let error): error
        }
    }
}

extension BoardValues {
    fileprivate func differences(from other: BoardValues) -> [String] {
        Set(values.keys).union(other.values.keys).filter { values[$0] != other.values[$0] }.map {
            "\($0): \(values[$0], default: "none") or \(other.values[$0], default: "none")"
        }
    }
}
