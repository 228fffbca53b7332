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

extension Event {
    /// The command that such an event comes from.
    fileprivate var command: Command? {
        switch self {
        case .trackCreated(let track): .createTrack(track)
        case .trackEdited(let edit, _): .editTrack(edit)
        case .sessionCreated(let id, let session):
            .createSession(
                id,
                SessionDraft(
                    name: session.name, rank: session.rank, counts: session.counts,
                    limit: session.limit, finish: session.finish, ties: session.ties,
                    scope: session.scope, clock: session.clock))
        case .sessionEdited(let id, let edit): .editSession(id, edit)
        case .sessionClosed(let id, let at): .closeSession(id, at: at)
        case .runnerEntered(let entry): .enterRunner(entry)
        case .startCreated(let start):
            .createStart(
                start.id, session: start.session, at: start.at, uncertainty: start.uncertainty)
        case .startMoved(let id, let at, let uncertainty):
            .moveStart(id, at: at, uncertainty: uncertainty)
        case .runStarted(let run):
            .startRun(
                run.run,
                StartRun(
                    runner: run.runner, number: run.number, session: run.session,
                    origin: run.origin, revision: run.revision))
        case .splitRecorded(let split): .recordSplit(split)
        case .finishRecorded(let finish): .finishRun(finish.run, at: finish.at)
        case .runReopened(let run, _): .reopenRun(run)
        case .statusSet(let run, let status): .setStatus(run, status)
        case .runEdited(let run, let edit): .editRun(run, edit)
        case .runVoided(let run): .voidRun(run)
        case .runRestored(let run): .restoreRun(run)
        case .splitAccepted(let id): .acceptSplit(id)
        case .splitAssigned(let id, let assignment): .assignSplit(id, assignment)
        case .splitVoided(let id): .voidSplit(id)
        case .splitRestored(let id): .restoreSplit(id)
        case .splitMoved(let id, let at): .moveSplit(id, at: at)
        case .checkpointSkipped(let run, let checkpoint, let lap):
            .skipCheckpoint(run, checkpoint, lap: lap)
        case .runnerRenamed: nil
        }
    }
}
