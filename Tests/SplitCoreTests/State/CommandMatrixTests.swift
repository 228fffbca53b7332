import Testing

@testable import SplitCore

/// Every command in every state of what it is about, by every role: what it answers.
@Suite struct CommandMatrixTests {
    /// A track in one of the states that make a difference.
    enum Situation: String, CaseIterable {
        case noTrack, untouched, runningRun, finishedRun, endedRun, voidedRun, voidedSplit,
            closedSession
    }

    /// What a command answers: the code of its error, or `nil` where it makes its event.
    typealias Answers = [Situation: TimingError.Code]

    struct Row: CustomTestStringConvertible {
        var command: Command
        /// Where it is refused, and how; it makes its event everywhere else.
        var refused: Answers
        /// Which of the timer's devices may send it: any, only the one that did it, or none.
        var timer: Timer
        var testDescription: String { command.name }

        enum Timer { case any, own, none }

        init(_ command: Command, timer: Timer, refused: Answers) {
            self.command = command
            self.timer = timer
            self.refused = refused
            if command.name != "createTrack" { self.refused[.noTrack] = .unknownTrack }
        }
    }

    private static let unknownRun: Answers = [.untouched: .unknownRun]
    private static let unknownSplit: Answers = [.untouched: .unknownSplit]
    private static let capture = SplitCapture(
        id: "new", subject: .run("r"), at: instant(50), uncertainty: .zero)

    static let rows: [Row] = [
        Row(
            .createTrack(.init(name: "Hill", checkpoints: TestTrack.lines(["a"]))), timer: .any,
            refused: Dictionary(
                uniqueKeysWithValues: Situation.allCases.dropFirst().map { ($0, .trackExists) })),
        Row(.editTrack(TrackEdit(name: "Dale")), timer: .none, refused: [:]),
        Row(.createSession("new", SessionDraft()), timer: .none, refused: [:]),
        Row(
            .createSession("heat", SessionDraft()), timer: .none,
            refused: [.closedSession: .sessionExists]),
        Row(
            .editSession("heat", SessionEdit(name: "Heat")), timer: .none,
            refused: except(.closedSession, .unknownSession)),
        Row(
            .closeSession("heat", at: instant(90)), timer: .none,
            refused: except(.closedSession, .unknownSession)),
        Row(.enterRunner(Entry(runner: "ada", number: "7")), timer: .any, refused: [:]),
        Row(
            .createStart("gun", session: "heat", at: instant(0), uncertainty: .zero), timer: .any,
            refused: [:]),
        Row(
            .moveStart("g", at: instant(1), uncertainty: .zero), timer: .none,
            refused: except(.closedSession, .unknownStart)),
        Row(
            .startRun("new", StartRun(runner: "ada", origin: .at(instant(0), uncertainty: .zero))),
            timer: .any, refused: [:]),
        Row(
            .startRun("r", StartRun(runner: "ada", origin: .at(instant(0), uncertainty: .zero))),
            timer: .any, refused: [:]),
        Row(.recordSplit(capture), timer: .any, refused: [:]),
        Row(.finishRun("r", at: instant(80)), timer: .any, refused: [:]),
        Row(
            .reopenRun("r"), timer: .own,
            refused: except(.endedRun, .nothingToDo, [.untouched: .unknownRun])),
        Row(.setStatus("r", .dnf), timer: .none, refused: unknownRun),
        Row(.editRun("r", RunEdit(number: "8")), timer: .none, refused: unknownRun),
        Row(
            .voidRun("r"), timer: .own,
            refused: [.untouched: .unknownRun, .voidedRun: .nothingToDo]),
        Row(
            .restoreRun("r"), timer: .none,
            refused: except(.voidedRun, .nothingToDo, [.untouched: .unknownRun])),
        Row(.acceptSplit("s"), timer: .own, refused: unknownSplit),
        Row(.assignSplit("s", Assignment(checkpoint: "a")), timer: .own, refused: unknownSplit),
        Row(
            .voidSplit("s"), timer: .own,
            refused: [.untouched: .unknownSplit, .voidedSplit: .nothingToDo]),
        Row(
            .restoreSplit("s"), timer: .own,
            refused: except(.voidedSplit, .nothingToDo, [.untouched: .unknownSplit])),
        Row(.moveSplit("s", at: instant(11)), timer: .own, refused: unknownSplit),
        Row(
            .shiftCaptures(
                ClockShift(device: "gate", span: instant(0)...instant(90), by: .seconds(-1))),
            timer: .own, refused: [.untouched: .nothingToDo]),
        Row(
            .skipCheckpoint("r", "finish", lap: nil), timer: .own,
            refused: [.untouched: .unknownRun, .finishedRun: .nothingToDo]),
        Row(
            .restoreCheckpoint("r", "finish", lap: nil), timer: .own,
            refused: except(.noTrack, .nothingToDo, [.untouched: .unknownRun])),
        Row(
            .withdrawRunner("ada", session: "heat"), timer: .none,
            refused: except(.closedSession, .unknownSession)),
    ]

    /// The same answer in every situation but one, and but for what `others` says.
    private static func except(
        _ one: Situation, _ code: TimingError.Code, _ others: Answers = [:]
    ) -> Answers {
        var answers = others
        for situation in Situation.allCases where situation != one && answers[situation] == nil {
            answers[situation] = code
        }
        return answers
    }

    private static func track(_ situation: Situation) throws -> TestTrack {
        if situation == .noTrack { return TestTrack() }
        var track = try TestTrack.with(["a", "finish"])
        if situation == .untouched { return track }
        track.device = "gate"
        try track.start("r", by: "ada")
        try track.split("r", at: 10, id: "s")
        switch situation {
        case .finishedRun: try track.split("r", at: 30)
        case .endedRun: try track.send(.finishRun("r", at: instant(30)))
        case .voidedRun: try track.send(.voidRun("r"))
        case .voidedSplit: try track.send(.voidSplit("s"))
        case .closedSession:
            try track.send(.createSession("heat", SessionDraft()))
            try track.send(.enterRunner(Entry(runner: "ada", session: "heat")))
            try track.send(.createStart("g", session: "heat", at: instant(0), uncertainty: .zero))
            try track.send(.closeSession("heat", at: instant(90)))
        case .noTrack, .untouched, .runningRun: break
        }
        return track
    }

    /// Nil: the command made its event.
    private static func answer(_ command: Command, on track: TestTrack) -> TimingError.Code? {
        var track = track
        do {
            let events = try track.send(command)
            #expect(events.count == 1)
            return nil
        } catch { return error.code }
    }

    @Test(arguments: rows, Situation.allCases)
    func aCommandAnswersWhatItsSituationAllows(row: Row, situation: Situation) throws {
        var track = try Self.track(situation)
        let expected = row.refused[situation]
        for role in [Role.control, .owner] {
            track.role = role
            #expect(Self.answer(row.command, on: track) == expected, "\(role)")
        }
        for role in [Role.spectator, .runner] {
            track.role = role
            #expect(Self.answer(row.command, on: track) == .notAllowed, "\(role)")
        }
        track.role = .timer
        for device: DeviceID? in ["gate", "another", nil] {
            track.device = device
            let isKnown = ![.unknownRun, .unknownSplit, .unknownTrack].contains(expected)
            let isAllowed =
                switch row.timer {
                case .any: true
                case .own: !isKnown || device == "gate"
                case .none: false
                }
            #expect(
                Self.answer(row.command, on: track) == (isAllowed ? expected : .notAllowed),
                "a timer on \(device?.text ?? "no device")")
        }
    }

    @Test func theTableHasEveryCommand() {
        #expect(Set(Self.rows.map(\.command.name)).count == 25)
    }

    // MARK: What no state has room for

    @Test(
        arguments: [
            (.createTrack(.init(name: "", checkpoints: [])), .invalidValue),
            (
                .createTrack(.init(name: "", checkpoints: TestTrack.lines(["a", "a"]))),
                .invalidValue
            ),
            (
                .createTrack(.init(name: "", checkpoints: TestTrack.lines(["a"]), laps: -1)),
                .invalidValue
            ),
            (.editTrack(TrackEdit()), .nothingToDo),
            (.editTrack(TrackEdit(checkpoints: [])), .invalidValue),
            (.editTrack(TrackEdit(laps: .max)), .invalidValue),
            (
                .editTrack(TrackEdit(checkpoints: TestTrack.lines(["a"], minimum: -1))),
                .invalidValue
            ),
            (.createSession("open", SessionDraft()), .sessionExists),
            (.createSession("x", SessionDraft(limit: .laps(0))), .invalidValue),
            (.createSession("x", SessionDraft(limit: .time(.zero, plusLaps: 0))), .invalidValue),
            (
                .createSession("x", SessionDraft(limit: .time(.seconds(1), plusLaps: .max))),
                .invalidValue
            ),
            (.editSession("open", SessionEdit()), .nothingToDo),
            (.editSession("open", SessionEdit(limit: .to(.laps(-3)))), .invalidValue),
            (.closeSession("open", at: instant(0)), .invalidValue),
            (.enterRunner(Entry(runner: "bob", session: "nowhere")), .unknownSession),
            (.enterRunner(Entry(runner: "bob", number: "7")), .invalidValue),
            (.enterRunner(Entry(runner: "bob", transponders: ["x7"])), .invalidValue),
            (
                .createStart("g", session: "open", at: instant(0), uncertainty: .seconds(-1)),
                .invalidValue
            ),
            (.setStatus("r", .finished), .invalidValue),
            (.editRun("r", RunEdit()), .nothingToDo),
            (.editRun("r", RunEdit(session: "nowhere")), .unknownSession),
            (.editRun("r", RunEdit(origin: .start("nothing"))), .unknownStart),
            (.assignSplit("s", Assignment()), .nothingToDo),
            (.assignSplit("s", Assignment(run: "nobody")), .unknownRun),
            (.assignSplit("s", Assignment(checkpoint: "nowhere")), .unknownCheckpoint),
            (.assignSplit("s", Assignment(lap: -1)), .invalidValue),
            (.assignSplit("s", Assignment(lap: .max)), .invalidValue),
            (.skipCheckpoint("r", "nowhere", lap: nil), .unknownCheckpoint),
            (.skipCheckpoint("r", "finish", lap: 2), .invalidValue),
            (.restoreCheckpoint("r", "nowhere", lap: nil), .unknownCheckpoint),
            (.restoreCheckpoint("r", "finish", lap: 1), .nothingToDo),
            (.withdrawRunner("ada", session: "nowhere"), .unknownSession),
            (.withdrawRunner("bob", session: nil), .nothingToDo),
            (.moveSplit("s", at: Timestamp(microseconds: .min)), .invalidValue),
            (.moveSplit("s", at: Timestamp(microseconds: .max)), .invalidValue),
            (.finishRun("r", at: Timestamp(microseconds: 1 << 53)), .invalidValue),
            (
                .recordSplit(
                    .init(id: "x", subject: nil, at: instant(0), uncertainty: .seconds(-1))),
                .invalidValue
            ),
        ] as [(Command, TimingError.Code)])
    func aCommandThatMakesNoSenseIsRefused(command: Command, code: TimingError.Code) throws {
        var track = TestTrack()
        if case .createTrack = command {
        } else {
            track = try Self.track(.runningRun)
            try track.send(.enterRunner(Entry(runner: "ada", number: "7", transponders: ["x7"])))
        }
        #expect(Self.answer(command, on: track) == code)
    }

    @Test(arguments: [(60.0, true), (60.000001, false)])
    func aCaptureMayLieAMinuteAheadOfTheServerAtMost(ahead: Double, isTaken: Bool) throws {
        var track = try Self.track(.untouched)
        track.now = instant(0)
        for command: Command in [
            .recordSplit(.init(id: "s", subject: nil, at: instant(ahead), uncertainty: .zero)),
            .finishRun("r", at: instant(ahead)),
            .createStart("g", session: "open", at: instant(ahead), uncertainty: .zero),
            .startRun("r", StartRun(runner: "a", origin: .at(instant(ahead), uncertainty: .zero))),
        ] {
            #expect(Self.answer(command, on: track) == (isTaken ? nil : .instantAhead))
        }
    }

    @Test func theDeviceOfACaptureIsThatOfItsOriginWhateverItSays() throws {
        var track = try Self.track(.untouched)
        track.device = "gate"
        try track.send(
            .recordSplit(
                SplitCapture(
                    id: "s", subject: nil, at: instant(0), uncertainty: .zero, device: "forged")))
        #expect(track.state.captures["s"]?.capture.device == "gate")
    }
}
