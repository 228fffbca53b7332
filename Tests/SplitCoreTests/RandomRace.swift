@testable import SplitCore

/// A made-up race day: captures of several devices with all that goes wrong on one, and what race
/// control does about it.
struct RandomRace {
    /// What is there before anything is captured.
    private(set) var setUp: [Event] = []
    /// In no order that matters.
    private(set) var captures: [Event] = []
    /// In the order in which control did them.
    private(set) var corrections: [Event] = []

    private var random: Seeded
    private let checkpoints: [CheckpointID]
    private var splits: [CaptureID] = []
    private let runs: [RunID] = (1...7).map { RunID("r\($0)")! }
    private let runners: [RunnerID] = (1...4).map { RunnerID("p\($0)")! }
    private let starts: [StartID] = ["gun", "wave"]
    private let sessions: [SessionID] = ["heat", "late"]

    init(seed: Int) {
        random = Seeded(seed)
        let count = random.number(1...3)
        checkpoints = (1...count).map { CheckpointID("k\($0)")! }
        makeTrack()
        makeCaptures()
        makeCorrections()
    }

    private mutating func makeTrack() {
        let track = TrackDefinition(
            name: "Made up", checkpoints: TestTrack.lines(checkpoints, minimum: 3),
            laps: random.element([0, 1, 2, 3]), start: random.element([.gun, .line]),
            firstLap: random.element([.same, .own]), rank: random.element(Rank.allCases),
            scope: random.element(BestScope.allCases))
        setUp = [.trackCreated(track), .sessionCreated("heat", session())]
        for (index, runner) in runners.enumerated() where index > 0 {
            setUp.append(
                .runnerEntered(
                    Entry(
                        runner: runner, session: random.element([nil, "heat"]), number: "\(index)",
                        transponders: ["x\(index)"])))
        }
    }

    private mutating func session() -> SessionDefinition {
        let limits: [Limit?] = [
            nil, .laps(2), .time(.seconds(30), plusLaps: 0), .time(.seconds(25), plusLaps: 1),
        ]
        return SessionDefinition(
            name: "Heat", rank: random.element(Rank.allCases),
            counts: random.element(CountedRuns.allCases), limit: random.element(limits),
            finish: random.element(Finish.allCases), ties: random.element(Ties.allCases),
            scope: random.element([nil, .track, .session]),
            clock: random.element(RankingClock.allCases))
    }

    private mutating func moment(_ range: ClosedRange<Int>) -> Timestamp {
        // Coarse, so that equal instants and equal times happen.
        instant(Double(random.number((range.lowerBound * 2)...(range.upperBound * 2))) / 2)
    }

    private mutating func device() -> DeviceID? {
        random.element([nil, "gate", "phone", "tablet"])
    }

    private mutating func makeCaptures() {
        for start in starts {
            for _ in 0..<random.number(0...2) {
                captures.append(
                    .startCreated(
                        StartCapture(
                            id: start, session: random.element(["open", "heat", "late"]),
                            at: moment(0...10),
                            uncertainty: .milliseconds(Int64(random.number(0...2))),
                            device: device())))
            }
        }
        for run in runs {
            for _ in 0..<(random.once(in: 8) ? 2 : 1) {
                let origin: RunOrigin =
                    random.once(in: 3)
                    ? .start(random.element(starts))
                    : .at(moment(0...40), uncertainty: .milliseconds(Int64(random.number(0...1))))
                captures.append(
                    .runStarted(
                        RunCapture(
                            run: run, runner: random.element(runners),
                            number: random.element([nil, nil, "7", "8"]),
                            session: random.element([nil, "heat", "late", "nowhere"]),
                            origin: origin, revision: random.element([nil, nil, nil, 1, 2]),
                            device: device())))
            }
        }
        for number in 0..<random.number(10...60) {
            let id = CaptureID("s\(random.once(in: 15) ? max(0, number - 1) : number)")!
            splits.append(id)
            captures.append(
                .splitRecorded(
                    SplitCapture(
                        id: id, subject: subject(),
                        checkpoint: random.once(in: 2) ? nil : random.element(checkpoints),
                        at: moment(0...90),
                        uncertainty: .milliseconds(Int64(random.number(0...30))),
                        method: random.element(CaptureMethod.allCases),
                        reading: random.element([nil, 5]), device: device())))
        }
        for number in 0..<random.number(0...3) {
            captures.append(
                .finishRecorded(
                    FinishCapture(
                        id: CaptureID("f\(number)")!, run: random.element(runs),
                        at: moment(10...90),
                        device: device())))
        }
    }

    private mutating func subject() -> Subject? {
        switch random.number(0...7) {
        case 0: nil
        case 1: .runner(random.element(runners))
        case 2: .number(random.element(["1", "2", "7", "8"]))
        case 3: .transponder(random.element(["x1", "x2"]))
        default: .run(random.element(runs))
        }
    }

    private mutating func makeCorrections() {
        for _ in 0..<random.number(4...16) { corrections.append(correction()) }
        // A session is created once.
        let first = corrections.firstIndex(where: \.isSessionCreated)
        corrections = corrections.indices.filter {
            $0 == first || !corrections[$0].isSessionCreated
        }
        .map { corrections[$0] }
    }

    private mutating func correction() -> Event {
        let split = random.element(splits)
        let run = random.element(runs)
        return switch random.number(0...23) {
        case 0: .splitVoided(split)
        case 1: .splitRestored(split)
        case 2: .splitAccepted(split)
        case 3: .splitMoved(split, at: moment(0...90))
        case 4:
            .splitAssigned(
                split,
                Assignment(
                    run: random.element([nil, run]),
                    checkpoint: random.element([nil] + checkpoints),
                    lap: random.element([nil, 1, 2])))
        case 5: .runVoided(run)
        case 6: .runRestored(run)
        case 7: .statusSet(run, random.element(Status.settable))
        case 8: .runReopened(run, at: moment(20...90))
        case 9:
            .runEdited(
                run,
                RunEdit(
                    runner: random.element([nil, random.element(runners)]),
                    number: random.element([nil, "9"]), session: random.element([nil, "heat"]),
                    origin: random.element([nil, origin()])))
        case 10: .checkpointSkipped(run, random.element(checkpoints), lap: 1)
        case 11: .startMoved(random.element(starts), at: moment(0...20), uncertainty: .zero)
        case 12: .sessionCreated("late", session())
        case 13: .sessionClosed("heat", at: moment(20...90))
        case 14:
            .sessionEdited(
                "heat",
                SessionEdit(flag: ShownFlag(random.element(Flag.allCases), at: moment(5...90))))
        case 15: .sessionEdited(random.element(["heat", "heat", "open"]), edit())
        case 16:
            .trackEdited(
                TrackEdit(
                    checkpoints: TestTrack.lines(checkpoints.shuffled(using: &random), minimum: 2)),
                at: moment(0...40))
        case 17:
            .trackEdited(trackEdit(), at: moment(0...40))
        case 18: .runnerRenamed(random.element(runners))
        case 19: .checkpointRestored(run, random.element(checkpoints), lap: 1)
        case 20, 21: .capturesShifted(shift())
        case 22:
            .runnerWithdrawn(random.element(runners), session: random.element([nil, "heat"]))
        default:
            .runnerEntered(
                Entry(
                    runner: random.element(runners), session: random.element([nil, "heat"]),
                    number: random.element([nil, "7", "8"]), transponders: ["x9"]))
        }
    }

    private mutating func shift() -> ClockShift {
        let from = random.number(0...60)
        return ClockShift(
            device: random.element(["gate", "phone", "tablet"]),
            span: instant(Double(from))...instant(Double(from + random.number(0...60))),
            by: .milliseconds(Int64(random.number(-8...8)) * 500),
            uncertainty: random.element([nil, .zero, .milliseconds(20)]))
    }

    private mutating func origin() -> RunOrigin {
        random.once(in: 3)
            ? .start(random.element(starts)) : .at(moment(0...40), uncertainty: .zero)
    }

    /// One of the rules of the track.
    private mutating func trackEdit() -> TrackEdit {
        switch random.number(0...6) {
        case 0: TrackEdit(scope: random.element(BestScope.allCases))
        case 1: TrackEdit(laps: random.number(0...3))
        case 2: TrackEdit(start: random.element(TrackDefinition.Start.allCases))
        case 3: TrackEdit(firstLap: random.element(TrackDefinition.FirstLap.allCases))
        case 4: TrackEdit(rank: random.element(Rank.allCases))
        case 5: TrackEdit(rounding: random.element([.motorsport, .ski, .roadRunning]))
        default: TrackEdit(name: "Renamed")
        }
    }

    private mutating func edit() -> SessionEdit {
        let other = session()
        return SessionEdit(
            rank: other.rank, counts: other.counts,
            limit: other.limit.map { .to($0) } ?? LimitEdit.none,
            finish: other.finish, ties: other.ties, scope: other.scope, clock: other.clock)
    }

    // MARK: Logs of it

    /// The captures in another order, some of them more than once.
    mutating func shuffledCaptures() -> [Event] {
        let repeated = (0..<random.number(0...8)).map { _ in random.element(captures) }
        return (captures + repeated).shuffled(using: &random)
    }

    /// Captures in any order with the corrections in theirs, each correction after all captures of
    /// what it speaks of.
    mutating func interleaved() -> [Event] {
        var waiting = shuffledCaptures()
        var log: [Event] = []
        for correction in corrections {
            let count = random.number(0...max(0, waiting.count / 4))
            log += waiting.prefix(count)
            waiting.removeFirst(count)
            let needed = waiting.filter { correction.needs($0) }
            log += needed
            waiting.removeAll { correction.needs($0) }
            log.append(correction)
        }
        return log + waiting
    }
}

extension Event {
    fileprivate var isSessionCreated: Bool {
        if case .sessionCreated = self { true } else { false }
    }

    /// Whether this correction can only be decided once that capture is there.
    fileprivate func needs(_ capture: Event) -> Bool {
        switch (self, capture) {
        case (.splitVoided(let id), .splitRecorded(let split)),
            (.splitRestored(let id), .splitRecorded(let split)),
            (.splitAccepted(let id), .splitRecorded(let split)),
            (.splitMoved(let id, _), .splitRecorded(let split)),
            (.splitAssigned(let id, _), .splitRecorded(let split)):
            id == split.id
        case (.splitAssigned(_, let assignment), .runStarted(let run)): assignment.run == run.run
        case (.runVoided(let id), .runStarted(let run)),
            (.runRestored(let id), .runStarted(let run)),
            (.statusSet(let id, _), .runStarted(let run)),
            (.runReopened(let id, _), .runStarted(let run)),
            (.runEdited(let id, _), .runStarted(let run)),
            (.checkpointSkipped(let id, _, _), .runStarted(let run)),
            (.checkpointRestored(let id, _, _), .runStarted(let run)):
            id == run.run
        case (.startMoved(let id, _, _), .startCreated(let start)): id == start.id
        default: false
        }
    }
}
