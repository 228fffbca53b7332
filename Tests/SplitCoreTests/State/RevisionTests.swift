import Testing

@testable import SplitCore

/// A track that changes while it is used.
@Suite struct RevisionTests {
    /// A run from 0 s on, before the edit, which comes at 100 s.
    private func edited(_ edit: TrackEdit) throws -> TestTrack {
        var track = try TestTrack.with(["a", "b", "finish"])
        try track.run("before", 10, 20, 30)
        track.now = instant(100)
        try track.send(.editTrack(edit))
        return track
    }

    private func lines(_ ids: CheckpointID...) -> TrackEdit {
        TrackEdit(checkpoints: TestTrack.lines(ids))
    }

    @Test func renamingACheckpointChangesItsLabelAndNothingElse() throws {
        var renamed = TestTrack.lines(["a", "b", "finish"])
        renamed[0].name = "Oak"
        let track = try edited(TrackEdit(name: "Hill climb", checkpoints: renamed))
        let board = track.board()
        #expect(board.track.value.revision == 1)
        #expect(board.track.value.name == "Hill climb")
        #expect(board.track.value.checkpoints[0].name == "Oak")
        #expect(track.places("before") == ["a 1 10.0", "b 1 20.0", "finish 1 30.0"])
    }

    @Test func anAddedCheckpointIsForRunsThatStartFromThenOn() throws {
        var track = try edited(lines("a", "new", "b", "finish"))
        #expect(track.board().track.value.revision == 2)
        #expect(track.places("before") == ["a 1 10.0", "b 1 20.0", "finish 1 30.0"])
        try track.run("after", from: 100, 110, 115, 120, 130)
        #expect(track.places("after") == ["a 1 10.0", "new 1 15.0", "b 1 20.0", "finish 1 30.0"])
    }

    @Test func bestsCarryOverWhereBothEndsAreUnchanged() throws {
        let track = try edited(lines("a", "new", "b", "finish"))
        let segments = track.board().overall.segments.map(\.value)
        #expect(
            segments.map { "\($0.ends.from?.text ?? "start") \($0.ends.to)" } == [
                "start a", "b finish",
            ])
    }

    @Test func aRemovedCheckpointIsNotWaitedForAnyMore() throws {
        var track = try edited(lines("a", "finish"))
        try track.run("after", from: 100, 110, 130)
        #expect(track.places("after") == ["a 1 10.0", "finish 1 30.0"])
        track.now = instant(300)
        try track.start("late", at: 200)
        try track.split("late", "b", at: 220, id: "gone")
        #expect(track.captureStates("late") == ["gone": .outOfOrder])
    }

    @Test func reorderedCheckpointsArePassedInTheirNewOrder() throws {
        var track = try edited(lines("b", "a", "finish"))
        try track.run("after", from: 100, 110, 120, 130)
        #expect(track.places("after") == ["b 1 10.0", "a 1 20.0", "finish 1 30.0"])
    }

    @Test func aRunHasTheRevisionInForceAtItsStartWheneverThatBecomesKnown() throws {
        var track = try edited(lines("a", "finish"))
        try track.start("offline", at: 99)
        try track.start("online", at: 100)
        #expect(track.state.runs["offline"]?.revision?.number == 1)
        #expect(track.state.runs["online"]?.revision?.number == 2)
    }

    @Test func aRunMayNameTheRevisionThatItsDeviceHad() throws {
        var track = try edited(lines("a", "finish"))
        try track.start("offline", at: 150, revision: 1)
        #expect(track.state.runs["offline"]?.revision?.number == 1)
        try track.start("future", at: 150, revision: 3)
        #expect(track.state.runs["future"]?.revision?.number == 2, "until there is such a one")
        track.now = instant(300)
        try track.send(.editTrack(lines("finish")))
        #expect(track.state.runs["future"]?.revision?.number == 3)
    }

    @Test func aMovedStartMayBringARunToAnotherRevision() throws {
        var track = try edited(lines("a", "finish"))
        try track.send(
            .editRun("before", RunEdit(origin: .at(instant(101), uncertainty: .zero))))
        #expect(track.state.runs["before"]?.revision?.number == 2)
    }

    @Test func anotherRoundingIsThatOfEveryRun() throws {
        var track = try TestTrack.with(["finish"])
        try track.run("r", 30.456)
        #expect(track.result("r").time == span(30.456))
        try track.send(.editTrack(TrackEdit(rounding: .roadRunning)))
        #expect(track.result("r").time == span(31))
    }
}
