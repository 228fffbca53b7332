import SplitCore

/// A track on which a run starts every half second and takes half a minute, so that sixty are always
/// out; 20,000 runners come again and again. Everything goes through `decide` and `evolve`.
struct BusyTrack {
    private(set) var runs = 0

    private static let runners = 20_000
    private static let out = 60
    private static let pace: Int64 = 500_000
    private static let first = Timestamp(microseconds: 1_796_000_000_000_000)

    private var state = TrackState(id: "busy")
    private var board: Board?
    private var random = SystemRandomNumberGenerator()
    private let clock = ContinuousClock()
    private let lines: [CheckpointID] = ["t1", "t2", "finish"]
    private var lateRuns = 0

    init() {
        let checkpoints = lines.map {
            Checkpoint(id: $0, name: $0.text, minimumSegment: .seconds(1))
        }
        send(.createTrack(TrackDefinition(name: "Busy", checkpoints: checkpoints)), at: Self.first)
    }

    /// A start, and a split at each line by the runs that have come there. Answers what the splits
    /// took.
    @discardableResult
    mutating func step() -> Duration {
        let number = runs
        runs += 1
        start(Self.run(number), number % Self.runners, at: Self.start(of: number))
        var taken = Duration.zero
        for (index, line) in lines.enumerated() {
            let other = number - (index + 1) * Self.out / 3
            guard other >= 0 else { break }
            taken += split(
                Self.run(other), line, after: Int64(index + 1) * 10_000_000,
                start: Self.start(of: other))
        }
        return taken
    }

    /// A whole run somewhere in the past, of which nobody knew until now.
    mutating func lateRun(_ taken: inout Duration) -> RunID {
        let number = Int.random(in: 0..<max(1, runs - Self.out), using: &random)
        lateRuns += 1
        let run: RunID = Self.id("late", lateRuns)
        let start = Self.start(of: number) + .microseconds(1)
        self.start(run, Int.random(in: 0..<Self.runners, using: &random), at: start)
        for (index, line) in lines.enumerated() {
            taken += split(run, line, after: Int64(index + 1) * 10_000_000, start: start)
        }
        return run
    }

    mutating func void(_ run: RunID) { send(.voidRun(run), at: now) }

    /// Brings the board up to date, as the server does once a tick.
    mutating func refresh() {
        if board == nil { board = makeBoard() }
        board!.refresh(from: state, changes: state.takeChanges(), names: .init())
    }

    @discardableResult
    func makeBoard() -> Board { Board(of: state, epoch: "e", names: .init())! }

    // MARK: Commands

    private mutating func start(_ run: RunID, _ runner: Int, at: Timestamp) {
        send(
            .startRun(
                run,
                StartRun(
                    runner: Self.id("runner", runner), origin: .at(at, uncertainty: .zero))),
            at: at)
    }

    /// A segment takes ten seconds more or less.
    private mutating func split(
        _ run: RunID, _ line: CheckpointID, after elapsed: Int64, start: Timestamp
    ) -> Duration {
        let jitter = Int64.random(in: -2_000_000...2_000_000, using: &random)
        let at = start + .microseconds(elapsed + jitter)
        let capture = SplitCapture(
            id: Self.id("split-\(line)", Self.number(of: run)), subject: .run(run),
            checkpoint: line, at: at, uncertainty: .milliseconds(4))
        return clock.measure { send(.recordSplit(capture), at: at) }
    }

    private mutating func send(_ command: Command, at: Timestamp) {
        let origin = Origin(command: "c", role: .control, device: "gate", receivedAt: at)
        do {
            for event in try state.decide(command, from: origin) {
                state.evolve(LoggedEvent(seq: state.seq + 1, origin: origin, event: event))
            }
        } catch {
            fatalError("a command of the benchmark is always allowed: \(error)")
        }
    }

    private var now: Timestamp { Self.start(of: runs) }

    private static func start(of run: Int) -> Timestamp {
        first + .microseconds(Int64(run) * pace)
    }

    // MARK: Ids, as long as those that devices make

    private static func run(_ number: Int) -> RunID { id("run", number) }

    private static func id<Kind>(_ kind: String, _ number: Int) -> Identifier<Kind> {
        let digits = String(number)
        let zeros = String(repeating: "0", count: 12 - digits.count)
        return Identifier("019adf00-0000-7000-8000-\(zeros)\(digits)-\(kind)")!
    }

    /// Late runs have splits of their own.
    private static func number(of run: RunID) -> Int {
        let isLate = run.text.hasSuffix("late")
        return Int(run.text.dropFirst(24).prefix(12))! + (isLate ? 500_000_000 : 0)
    }
}
