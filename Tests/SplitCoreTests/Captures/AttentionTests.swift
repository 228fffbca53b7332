import SplitCore
import Testing

/// What race control is asked to look at.
struct AttentionTests {
    private static let start = Timestamp(microseconds: 1_800_000_000_000_000)

    /// A track of two checkpoints and its finish, with one run on it.
    private func track() throws -> TestTrack {
        var track = TestTrack()
        let lines: [CheckpointID] = ["t1", "t2", "fin"]
        try track.send(
            .createTrack(
                TrackDefinition(
                    name: "Hill", checkpoints: lines.map { Checkpoint(id: $0, name: $0.text) })))
        try track.send(
            .startRun("r1", StartRun(runner: "ada", origin: .at(Self.start, uncertainty: .zero))))
        return track
    }

    private func attention(
        in track: inout TestTrack, _ id: CaptureID, of run: RunID = "r1",
        at checkpoint: CheckpointID? = nil, after seconds: Int64
    ) throws -> [Attention] {
        let events = try track.send(
            .recordSplit(
                SplitCapture(
                    id: id, subject: .run(run), checkpoint: checkpoint,
                    at: Self.start + .seconds(seconds), uncertainty: .zero)))
        return events.flatMap { track.state.attention(after: $0) }
    }

    @Test func aSplitThatCountsInItsTurnAsksForNothing() throws {
        var track = try track()
        #expect(try attention(in: &track, "a", after: 10) == [])
    }

    @Test func aSplitThatIsSetAsideSaysWhy() throws {
        var track = try track()
        #expect(try attention(in: &track, "a", after: 10) == [])
        #expect(
            try attention(in: &track, "b", after: 12) == [.setAside("b", run: "r1", .tooSoon)])
        #expect(
            try attention(in: &track, "c", of: "nobody", after: 20)
                == [.setAside("c", run: nil, .unassigned)])
    }

    @Test func checkpointsThatWereJumpedAreMissedButForThoseThatWereSkipped() throws {
        var track = try track()
        #expect(
            try attention(in: &track, "a", at: "fin", after: 60)
                == [.missed(["t1", "t2"], run: "r1")])
        var other = try self.track()
        try other.send(.skipCheckpoint("r1", "t1", lap: 1))
        #expect(
            try attention(in: &other, "a", at: "fin", after: 60) == [.missed(["t2"], run: "r1")])
    }

    @Test func aSplitOfARunThatAPersonEndedIsAskedAbout() throws {
        var track = try track()
        try track.send(.setStatus("r1", .dnf))
        #expect(try attention(in: &track, "a", after: 10) == [.afterStatus(.dnf, run: "r1")])
    }
}
