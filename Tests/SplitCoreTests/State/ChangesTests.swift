import SplitCore
import Testing

/// What readers of the state are told to look at anew.
struct ChangesTests {
    private static let start = Timestamp(microseconds: 1_800_000_000_000_000)

    @Test func aRunThatStartsAtAnotherInstantChangesItsSession() throws {
        var track = TestTrack()
        try track.send(
            .createTrack(
                TrackDefinition(name: "Hill", checkpoints: [Checkpoint(id: "fin", name: "Finish")])))
        try track.send(
            .startRun("r1", StartRun(runner: "ada", origin: .at(Self.start, uncertainty: .zero))))
        var state = track.state
        _ = state.takeChanges()
        let moved = Event.runEdited(
            "r1", RunEdit(origin: .at(Self.start + .seconds(1), uncertainty: .zero)))
        let origin = Origin(
            command: "edit", role: .control, device: nil, receivedAt: Self.start + .seconds(9))
        state.evolve(LoggedEvent(seq: state.seq + 1, origin: origin, event: moved))
        #expect(state.session(TrackState.openSession)?.startedAt == Self.start + .seconds(1))
        #expect(state.takeChanges().sessions == [TrackState.openSession])
    }
}
