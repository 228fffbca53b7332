@testable import SplitCore

/// A board that changes at random by its own rules: each change is a part with a new `seq`, and what
/// goes leaves a tombstone.
struct RandomBoard {
    private(set) var board: Board
    private var random: Seeded
    /// For ids that never come twice, except where something comes back on purpose.
    private var made = 0

    init(seed: UInt64) {
        random = Seeded(seed)
        board = Board(
            epoch: "e1", seq: 0,
            track: BoardPart(random.boardTrack(), seq: 0), sessions: [], runs: [], unassigned: [],
            overall: random.bests(seq: 0), runners: [], standings: [],
            tombstones: [], tombstonesSince: 0)
    }

    /// One event's worth of changes.
    mutating func step() {
        board.seq += 1
        for _ in 0..<random.count(1...4) { change() }
    }

    private var seq: Int64 { board.seq }

    private mutating func change() {
        switch random.count(0...14) {
        case 0: board.track.update(random.boardTrack(), seq: seq)
        case 1: board.overall = changed(board.overall, of: nil)
        case 2: addSession()
        case 3: removeSession()
        case 4, 5: addRun()
        case 6: removeRun()
        case 7: addUnassigned()
        case 8: removeUnassigned()
        case 9: setStanding()
        case 10: removeStanding()
        case 11: setBests()
        case 12: removeBests()
        default: changeRun()
        }
    }

    private mutating func newID<Kind>(_ prefix: String) -> Identifier<Kind> {
        made += 1
        guard let id = Identifier<Kind>("\(prefix)\(made)") else { preconditionFailure(prefix) }
        return id
    }

    private mutating func bury(_ subject: Board.Tombstone.Subject) {
        board.tombstones.append(.init(subject: subject, seq: seq))
    }

    private mutating func pick(_ count: Int) -> Int? {
        count == 0 ? nil : random.count(0...count - 1)
    }

    private mutating func addSession() {
        board.sessions.append(BoardPart(random.boardSession(newID("s")), seq: seq))
    }

    private mutating func removeSession() {
        guard let index = pick(board.sessions.count) else { return }
        bury(.session(board.sessions.remove(at: index).value.id))
    }

    private mutating func addRun() {
        // At times a run that went comes back.
        var id: RunID = newID("r")
        if random.chance(3), case .run(let gone)? = board.tombstones.last?.subject,
            !board.runs.contains(where: { $0.id == gone })
        {
            id = gone
        }
        board.runs.append(
            Board.Run(
                id: id, head: BoardPart(random.head(), seq: seq),
                placing: BoardPart(random.placing(), seq: seq),
                delta: BoardPart(random.delta(), seq: seq),
                splits: random.list(0...3) { $0.id() }
                    .map { BoardPart(random.boardSplit($0), seq: seq) }, seq: seq))
    }

    private mutating func removeRun() {
        guard let index = pick(board.runs.count) else { return }
        bury(.run(board.runs.remove(at: index).id))
    }

    private mutating func changeRun() {
        guard let index = pick(board.runs.count) else { return }
        board.runs[index].seq = seq
        switch random.count(0...5) {
        case 0:
            let head = random.mixed(board.runs[index].head.value, random.head())
            board.runs[index].head.update(head, seq: seq)
        case 1:
            let placing = random.mixed(board.runs[index].placing.value, random.placing())
            board.runs[index].placing.update(placing, seq: seq)
        case 2:
            let delta = random.mixed(board.runs[index].delta.value, random.delta())
            board.runs[index].delta.update(delta, seq: seq)
        case 3:
            board.runs[index].splits.append(
                BoardPart(random.boardSplit(newID("x")), seq: seq))
        case 4:
            guard let split = pick(board.runs[index].splits.count) else { return }
            let old = board.runs[index].splits[split].value
            let new = random.mixed(old, random.boardSplit(old.id))
            board.runs[index].splits[split].update(new, seq: seq)
        default:
            guard let split = pick(board.runs[index].splits.count) else { return }
            let gone = board.runs[index].splits.remove(at: split).value.id
            bury(.split(board.runs[index].id, gone))
        }
    }

    private mutating func addUnassigned() {
        board.unassigned.append(BoardPart(random.boardSplit(newID("u")), seq: seq))
    }

    private mutating func removeUnassigned() {
        guard let index = pick(board.unassigned.count) else { return }
        bury(.unassigned(board.unassigned.remove(at: index).value.id))
    }

    private mutating func setStanding() {
        let standing = random.standing(runner())
        if let index = board.standings.firstIndex(where: { $0.value.runner == standing.runner }) {
            let mixed = random.mixed(board.standings[index].value, standing)
            board.standings[index].update(mixed, seq: seq)
        } else {
            board.standings.append(BoardPart(standing, seq: seq))
        }
    }

    private mutating func removeStanding() {
        guard let index = pick(board.standings.count) else { return }
        bury(.standing(board.standings.remove(at: index).value.runner))
    }

    private mutating func setBests() {
        let runner = runner()
        if let index = board.runners.firstIndex(where: { $0.runner == runner }) {
            board.runners[index].bests = changed(board.runners[index].bests, of: runner)
        } else {
            board.runners.append(.init(runner: runner, bests: random.bests(seq: seq)))
        }
    }

    private mutating func changed(
        _ old: Board.BestParts, of runner: RunnerID?
    ) -> Board.BestParts {
        var bests = old
        var (whole, segments) = (bests.whole.value, bests.segments.map(\.value))
        if random.chance(2) { whole = random.mixed(whole, random.wholeBests()) }
        if random.chance(2) { segments = random.segments() }
        if let index = segments.indices.randomElement(using: &random) {
            segments[index].time = random.span()
        }
        bests.update((whole, segments), of: runner, seq: seq, buried: &board.tombstones)
        return bests
    }

    private mutating func removeBests() {
        guard let index = pick(board.runners.count) else { return }
        bury(.bests(board.runners.remove(at: index).runner))
    }

    /// One of a few, so that they meet again.
    private mutating func runner() -> RunnerID {
        let runners: [RunnerID] = ["ada", "bob", "cyd", "dee"]
        return runners[random.count(0...3)]
    }
}

extension Seeded {
    mutating func boardTrack() -> BoardTrack {
        BoardTrack(
            id: "hill", name: label(), laps: count(0...9), revision: count(1...9),
            checkpoints: list(1...3) { $0.checkpoint() },
            start: choice(), firstLap: choice(), rank: choice(), rounding: rounding())
    }

    mutating func boardSession(_ id: SessionID) -> BoardSession {
        BoardSession(
            id: id, name: label(), rank: choice(), counts: choice(), finish: choice(),
            limit: maybe { $0.limit() }, ties: choice(), scope: choice(), clock: choice(),
            state: chance() ? .waiting : .running, flag: maybe { $0.choice() },
            startedAt: maybe { $0.at() }, flagAt: maybe { $0.at() }, closedAt: maybe { $0.at() },
            current: chance())
    }

    mutating func head() -> BoardRunHead {
        BoardRunHead(
            session: id(), runner: .init(id: id(), name: label()), number: maybe { $0.label() },
            status: choice(), startedAt: maybe { $0.at() }, finishedAt: maybe { $0.at() },
            held: list(0...2) { HeldSpan(from: $0.at(), to: $0.maybe { $0.at() }) },
            skipped: list(0...2) { SkippedCheckpoint(checkpoint: $0.id(), lap: $0.count(0...9)) },
            next: maybe {
                .init(
                    checkpoint: $0.id(), lap: $0.count(0...9), compare: $0.maybe { $0.comparison() }
                )
            },
            time: maybe { $0.span() }, verdict: maybe { $0.choice() }, corrected: chance(),
            laps: count(0...9), lastLap: maybe { $0.span() }, bestLap: maybe { $0.span() },
            splitCount: count(0...99))
    }

    private mutating func comparison() -> BoardRunHead.Comparison {
        .init(personalBest: maybe { $0.span() }, overallBest: maybe { $0.span() })
    }

    mutating func placing() -> BoardPlacing {
        BoardPlacing(
            place: maybe { $0.count(1...9) }, gap: maybe { $0.span() }, gapLaps: count(0...3),
            interval: maybe { $0.span() }, intervalLaps: count(0...3))
    }

    mutating func delta() -> BoardDelta {
        BoardDelta(
            personalBest: maybe { -$0.span() }, overallBest: maybe { $0.span() },
            leader: maybe { $0.span() })
    }

    mutating func boardSplit(_ id: CaptureID) -> BoardSplit {
        BoardSplit(
            id: id, checkpoint: maybe { $0.id() }, lap: maybe { $0.count(0...9) }, at: at(),
            uncertainty: span(), state: choice(), split: maybe { $0.span() },
            segment: maybe { $0.span() }, lapTime: maybe { $0.span() },
            splitVerdict: maybe { $0.choice() }, segmentVerdict: maybe { $0.choice() },
            lapVerdict: maybe { $0.choice() }, standing: list(0...2) { $0.choice() },
            close: list(0...2) { $0.choice() }, record: list(0...1) { $0.choice() },
            corrected: chance())
    }

    mutating func wholeBests() -> BoardBests {
        BoardBests(
            run: maybe { $0.id() }, time: maybe { $0.span() }, sumOfBest: maybe { $0.span() })
    }

    /// Some of a few, so that they go and come back.
    mutating func segments() -> [BoardBests.Segment] {
        let lines: [CheckpointID] = ["t1", "t2", "t3"]
        let all = ([nil] + lines).flatMap { from in
            lines.map { BoardBests.Segment.Ends(from: from, to: $0) }
        }
        return all.filter { _ in chance(4) }.map {
            .init(ends: $0, time: span(), run: id())
        }
    }

    mutating func bests(seq: Int64) -> Board.BestParts {
        Board.BestParts(wholeBests(), segments(), seq: seq)
    }

    mutating func standing(_ runner: RunnerID) -> BoardStanding {
        BoardStanding(
            runner: runner, order: count(1...99), place: maybe { $0.count(1...9) }, run: id(),
            time: maybe { $0.span() }, gap: maybe { $0.span() })
    }
}

/// A value of the board that another one lends some of its fields to.
protocol MixedValue {
    /// Ways to take a field, or some, of another value.
    static var takings: [@Sendable (inout Self, Self) -> Void] { get }
}

extension Seeded {
    /// The value with few fields of another one, at times with all of them.
    mutating func mixed<Value: MixedValue>(_ value: Value, _ other: Value) -> Value {
        if chance(5) { return other }
        var mixed = value
        for _ in 0..<count(1...2) {
            Value.takings[count(0...Value.takings.count - 1)](&mixed, other)
        }
        return mixed
    }
}

extension BoardRunHead: MixedValue {
    static let takings: [@Sendable (inout Self, Self) -> Void] = [
        { $0.session = $1.session }, { $0.runner = $1.runner }, { $0.number = $1.number },
        { $0.status = $1.status }, { $0.startedAt = $1.startedAt },
        { $0.finishedAt = $1.finishedAt }, { $0.held = $1.held }, { $0.skipped = $1.skipped },
        { $0.next = $1.next }, { $0.time = $1.time }, { $0.verdict = $1.verdict },
        { $0.corrected = $1.corrected }, { $0.laps = $1.laps }, { $0.lastLap = $1.lastLap },
        { $0.bestLap = $1.bestLap }, { $0.splitCount = $1.splitCount },
        { $0.next?.checkpoint = $1.next?.checkpoint ?? "end" }, { $0.next?.lap = $1.laps },
        { $0.next?.compare?.personalBest = $1.time }, { $0.next?.compare?.overallBest = $1.time },
        { $0.next?.compare = $1.next?.compare },
    ]
}

extension BoardPlacing: MixedValue {
    static let takings: [@Sendable (inout Self, Self) -> Void] = [
        { $0.place = $1.place }, { $0.gap = $1.gap }, { $0.gapLaps = $1.gapLaps },
        { $0.interval = $1.interval }, { $0.intervalLaps = $1.intervalLaps },
    ]
}

extension BoardDelta: MixedValue {
    static let takings: [@Sendable (inout Self, Self) -> Void] = [
        { $0.personalBest = $1.personalBest }, { $0.overallBest = $1.overallBest },
        { $0.leader = $1.leader },
    ]
}

extension BoardSplit: MixedValue {
    static let takings: [@Sendable (inout Self, Self) -> Void] = [
        { $0.checkpoint = $1.checkpoint }, { $0.lap = $1.lap }, { $0.at = $1.at },
        { $0.uncertainty = $1.uncertainty }, { $0.state = $1.state }, { $0.split = $1.split },
        { $0.segment = $1.segment }, { $0.lapTime = $1.lapTime },
        { $0.splitVerdict = $1.splitVerdict }, { $0.segmentVerdict = $1.segmentVerdict },
        { $0.lapVerdict = $1.lapVerdict }, { $0.standing = $1.standing },
        { $0.close = $1.close }, { $0.record = $1.record }, { $0.corrected = $1.corrected },
    ]
}

extension BoardBests: MixedValue {
    static let takings: [@Sendable (inout Self, Self) -> Void] = [
        { $0.run = $1.run }, { $0.time = $1.time }, { $0.sumOfBest = $1.sumOfBest },
    ]
}

extension BoardStanding: MixedValue {
    static let takings: [@Sendable (inout Self, Self) -> Void] = [
        { $0.order = $1.order }, { $0.place = $1.place }, { $0.run = $1.run },
        { $0.time = $1.time }, { $0.gap = $1.gap },
    ]
}
