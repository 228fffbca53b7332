import Testing

@testable import SplitCore

/// Streams of commands from everyone and of any value, as a hostile or broken client sends them.
@Suite struct CommandStreamTests {
    @Test(arguments: 1...200)
    func whateverIsSentTheLogReplaysToTheSameState(seed: Int) {
        var random = Seeded(seed)
        var race = RandomRace(seed: seed)
        var track = TestTrack()
        for event in race.setUp + race.interleaved() + race.interleaved() {
            guard let command = event.command else { continue }
            track.role = random.once(in: 6) ? random.element(Role.allCases) : .control
            track.device = random.element([nil, "gate", "phone"])
            track.now = instant(Double(random.number(0...400)))
            let before = track.state
            do {
                let events = try track.send(command)
                #expect(track.state.seq == before.seq + Int64(events.count), "seed \(seed)")
            } catch {
                #expect(track.state == before, "a refused command changes nothing; seed \(seed)")
            }
        }
        var replayed = TrackState(id: track.state.id)
        for event in track.log { replayed.evolve(event) }
        let isSame = replayed == track.state
        #expect(isSame, "seed \(seed)")
    }

    /// The ends of what can be sent, and just beyond them.
    private static let extremes: [Int64] = [
        .min, -(1 << 53), 1 - (1 << 53), -1, 0, 1, (1 << 53) - 1, 1 << 53, .max,
    ]

    @Test(arguments: extremes, extremes)
    func noValueIsTooGreatForTheCore(one: Int64, other: Int64) throws {
        var track = TestTrack()
        track.now = Timestamp(microseconds: (1 << 53) - 1)
        let (at, span) = (Timestamp(microseconds: one), TimeSpan(microseconds: other))
        let laps = Int(truncatingIfNeeded: other)
        let lines = (0..<3).map {
            Checkpoint(id: CheckpointID("k\($0)")!, name: "", minimumSegment: span)
        }
        let commands: [Command] = [
            .createTrack(TrackDefinition(name: "", checkpoints: lines, laps: laps)),
            .createTrack(TrackDefinition(name: "", checkpoints: lines, laps: 0)),
            .createTrack(TrackDefinition(name: "", checkpoints: TestTrack.lines(["k0"]), laps: 0)),
            .createSession("s", SessionDraft(limit: .time(span, plusLaps: laps), finish: .clock)),
            .createSession("l", SessionDraft(limit: .laps(laps), finish: .leader)),
            .createStart("g", session: "s", at: at, uncertainty: span),
            .startRun("r", StartRun(runner: "ada", session: "s", origin: .start("g"))),
            .startRun(
                "q", StartRun(runner: "ada", origin: .at(at, uncertainty: span), revision: laps)),
            .recordSplit(SplitCapture(id: "a", subject: .run("r"), at: at, uncertainty: span)),
            .recordSplit(
                SplitCapture(id: "b", subject: .runner("ada"), at: track.now, uncertainty: span)),
            .recordSplit(
                SplitCapture(id: "c", subject: .run("q"), at: track.now, uncertainty: .zero)),
            .shiftCaptures(
                ClockShift(
                    device: "gate", span: at...max(at, track.now), by: span, uncertainty: span)),
            .assignSplit("b", Assignment(run: "q", checkpoint: "k0", lap: laps)),
            .skipCheckpoint("q", "k0", lap: laps),
            .moveSplit("c", at: at),
            .finishRun("q", at: at),
            .moveStart("g", at: at, uncertainty: span),
            .closeSession("s", at: at),
        ]
        for command in commands {
            do { try track.send(command) } catch {
                #expect(error.code != .notAllowed)
            }
        }
        #expect(track.board().runs.count <= 2)
    }
}
