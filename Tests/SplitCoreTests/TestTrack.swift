@testable import SplitCore

/// A track that tests send commands to, through `decide` and `evolve` as the server does.
struct TestTrack {
    private(set) var state: TrackState
    private(set) var log: [LoggedEvent] = []
    var role = Role.control
    var device: DeviceID?
    /// The server's time.
    var now = Timestamp(microseconds: 1_900_000_000_000_000)
    private var commands = 0

    init(id: String = "hill") {
        state = TrackState(id: TrackID(id)!)
    }

    @discardableResult
    mutating func send(_ command: Command) throws(TimingError) -> [Event] {
        let origin = nextOrigin
        commands += 1
        let events = try state.decide(command, from: origin)
        for event in events { apply(event, from: origin) }
        return events
    }

    /// Where the next command comes from.
    var nextOrigin: Origin {
        Origin(
            command: CommandID("c\(commands + 1)")!, role: role, device: device, receivedAt: now)
    }

    /// Applies an event as if it had been decided.
    mutating func apply(_ event: Event, from origin: Origin? = nil) {
        let origin =
            origin ?? Origin(command: "applied", role: .control, device: nil, receivedAt: now)
        let logged = LoggedEvent(seq: state.seq + 1, origin: origin, event: event)
        log.append(logged)
        state.evolve(logged)
    }

    mutating func takeChanges() -> TrackState.Changes { state.takeChanges() }

    func board(names: RunnerRegistry = .init()) -> Board {
        Board(of: state, epoch: "e", names: names)!
    }
}

/// So many seconds after the gun of the tests' races.
func instant(_ seconds: Double) -> Timestamp {
    Timestamp(microseconds: 1_796_000_000_000_000) + span(seconds)
}

func span(_ seconds: Double) -> TimeSpan {
    .microseconds(Int64((seconds * 1_000_000).rounded()))
}

// MARK: What tests do on a track, in few words

extension TestTrack {
    /// A track of these checkpoints.
    static func with(
        _ checkpoints: [CheckpointID] = ["t1", "t2", "finish"], laps: Int = 1,
        start: TrackDefinition.Start = .gun, firstLap: TrackDefinition.FirstLap = .same,
        rank: Rank? = nil, rounding: Rounding = .motorsport, scope: BestScope = .track,
        minimum: Double = 5
    ) throws -> TestTrack {
        var track = TestTrack()
        try track.send(
            .createTrack(
                TrackDefinition(
                    name: "Hill", checkpoints: lines(checkpoints, minimum: minimum), laps: laps,
                    start: start, firstLap: firstLap, rank: rank, rounding: rounding, scope: scope))
        )
        return track
    }

    static func lines(_ checkpoints: [CheckpointID], minimum: Double = 5) -> [Checkpoint] {
        checkpoints.map {
            Checkpoint(id: $0, name: $0.text.uppercased(), minimumSegment: span(minimum))
        }
    }

    mutating func start(
        _ run: RunID, by runner: RunnerID? = nil, at seconds: Double = 0,
        in session: SessionID? = nil,
        number: String? = nil, revision: Int? = nil, uncertainty: Double = 0
    ) throws {
        try send(
            .startRun(
                run,
                StartRun(
                    runner: runner ?? run.renamed(), number: number, session: session,
                    origin: .at(instant(seconds), uncertainty: span(uncertainty)),
                    revision: revision)))
    }

    /// Records a split under the id `id`, or one made of the run's and the instant.
    mutating func split(
        _ run: RunID, _ checkpoint: CheckpointID? = nil, at seconds: Double, id: CaptureID? = nil,
        device: DeviceID? = "gate", uncertainty: Double = 0.004, method: CaptureMethod = .tap
    ) throws {
        try record(
            .run(run), checkpoint, at: seconds,
            id: id ?? CaptureID("\(run)-\(Int(seconds * 1000))")!,
            device: device, uncertainty: uncertainty, method: method)
    }

    mutating func record(
        _ subject: Subject?, _ checkpoint: CheckpointID? = nil, at seconds: Double, id: CaptureID,
        device: DeviceID? = "gate", uncertainty: Double = 0.004, method: CaptureMethod = .tap
    ) throws {
        let known = self.device
        defer { self.device = known }
        self.device = device
        try send(
            .recordSplit(
                SplitCapture(
                    id: id, subject: subject, checkpoint: checkpoint, at: instant(seconds),
                    uncertainty: span(uncertainty), method: method)))
    }

    /// Records a run's splits at so many seconds, each at the next line.
    mutating func splits(_ run: RunID, _ seconds: Double...) throws {
        for second in seconds { try split(run, at: second) }
    }

    /// A whole run: its start, and its splits at so many seconds after the gun.
    mutating func run(
        _ run: RunID, by runner: RunnerID? = nil, from start: Double = 0,
        in session: SessionID? = nil,
        _ seconds: Double...
    ) throws {
        try self.start(run, by: runner, at: start, in: session)
        for second in seconds { try split(run, at: second) }
    }
}

// MARK: What tests look at

extension TestTrack {
    func result(_ run: RunID) -> RunResult { state.runs[run]!.result }

    func captureStates(_ run: RunID) -> [String: CaptureState] {
        Dictionary(uniqueKeysWithValues: result(run).splits.map { ($0.capture.text, $0.state) })
    }

    /// The passings that count: checkpoint, lap, and seconds since the run's start.
    func places(_ run: RunID) -> [String] {
        let course = state.runs[run]!.revision!.course
        let start = state.runs[run]!.startedAt!
        return result(run).counted.map { result(run).splits[$0] }.map {
            "\(course.checkpoint(at: $0.position!)) \(course.lap(at: $0.position!)) "
                + "\(Double(($0.at - start).microseconds) / 1_000_000)"
        }
    }
}
