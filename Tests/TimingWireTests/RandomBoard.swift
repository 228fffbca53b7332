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
            overall: BoardPart(random.bests(), seq: 0), runners: [], standings: [],
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
        case 1: board.overall.update(random.bests(), seq: seq)
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
        case 0: board.runs[index].head.update(random.head(), seq: seq)
        case 1: board.runs[index].placing.update(random.placing(), seq: seq)
        case 2: board.runs[index].delta.update(random.delta(), seq: seq)
        case 3:
            board.runs[index].splits.append(
                BoardPart(random.boardSplit(newID("x")), seq: seq))
        case 4:
            guard let split = pick(board.runs[index].splits.count) else { return }
            let id = board.runs[index].splits[split].value.id
            board.runs[index].splits[split].update(random.boardSplit(id), seq: seq)
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
            board.standings[index].update(standing, seq: seq)
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
            board.runners[index].bests.update(random.bests(), seq: seq)
        } else {
            board.runners.append(
                .init(runner: runner, bests: BoardPart(random.bests(), seq: seq)))
        }
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
            next: maybe { .init(checkpoint: $0.id(), lap: $0.count(0...9), compare: $0.delta()) },
            time: maybe { $0.span() }, verdict: maybe { $0.choice() }, corrected: chance(),
            laps: count(0...9), lastLap: maybe { $0.span() }, bestLap: maybe { $0.span() },
            splitCount: count(0...99))
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

    mutating func bests() -> BoardBests {
        BoardBests(
            run: maybe { $0.id() }, time: maybe { $0.span() },
            segments: list(0...3) {
                .init(from: $0.maybe { $0.id() }, to: $0.id(), time: $0.span(), run: $0.id())
            }, sumOfBest: maybe { $0.span() })
    }

    mutating func standing(_ runner: RunnerID) -> BoardStanding {
        BoardStanding(
            runner: runner, order: count(1...99), place: maybe { $0.count(1...9) }, run: id(),
            time: maybe { $0.span() }, gap: maybe { $0.span() })
    }
}
