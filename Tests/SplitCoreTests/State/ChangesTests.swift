import Testing

@testable import SplitCore

/// What is kept elsewhere is brought up to date from the changes alone, so they leave nothing out.
@Suite struct ChangesTests {
    @Test(arguments: 1...100)
    func whateverLooksOtherwiseAfterAnEventIsAmongTheChanges(seed: Int) {
        var race = RandomRace(seed: seed)
        var track = TestTrack()
        var before = Shown(of: track.state)
        for event in race.setUp + race.interleaved() {
            track.apply(event)
            let changes = track.takeChanges()
            let after = Shown(of: track.state)
            let runs = after.runs.filter { before.runs[$0.key] != $0.value }.map(\.key)
            #expect(changes.runs.isSuperset(of: runs), "seed \(seed), \(event)")
            let sessions = after.sessions.filter { before.sessions[$0.key] != $0.value }.map(\.key)
            #expect(changes.sessions.isSuperset(of: sessions), "seed \(seed), \(event)")
            before = after
        }
    }

    /// All that the history keeps: runs that have ended, and sessions with the places of closed ones.
    private struct Shown {
        struct Session: Equatable {
            var name: String
            var rank: Rank
            var state: BoardSession.State
            var startedAt: Timestamp?
            var closedAt: Timestamp?
            var definition: SessionDefinition?
            var places: [RunID: Int?]
        }

        var runs: [RunID: RunView] = [:]
        var sessions: [SessionID: Session] = [:]

        init(of state: TrackState) {
            for id in state.allRuns {
                guard let view = state.view(of: id, names: .init()), view.hasEnded else { continue }
                runs[id] = view
            }
            for id in state.allSessions {
                guard let session = state.session(id) else { continue }
                sessions[id] = Session(
                    name: session.name, rank: session.rank, state: session.state,
                    startedAt: session.startedAt, closedAt: session.closedAt,
                    definition: state.sessionDefinition(id),
                    places: session.closedAt == nil
                        ? [:] : state.placings(of: id).mapValues(\.place))
            }
        }
    }
}
