import SplitCore

/// One command of a replay. Instants are microseconds since 1970 in UTC.
enum ReplayAction: Equatable, Sendable {
    case createTrack(track: String, name: String)
    case registerRunner(runner: String, name: String)
    case createSession(session: String, track: String, name: String, limit: RecordedLimit?)
    case enterRunner(
        runner: String, session: String, track: String, number: String, category: String?,
        transponder: String?)
    case createStart(start: String, session: String, track: String, at: Int64)
    case startRun(
        run: String, runner: String, session: String, track: String, number: String, start: String)
    case recordSplit(split: String, run: String, track: String, at: Int64)
    /// - Parameter count: of the flags of the session, from 1.
    case showFlag(count: Int, flag: Flag, session: String, track: String, at: Int64)
    case closeSession(session: String, track: String, at: Int64)
}

extension ReplayAction {
    /// When the thing happened that the command tells of; nil where it tells of none.
    var at: Int64? {
        switch self {
        case .createStart(_, _, _, let at), .recordSplit(_, _, _, let at),
            .showFlag(_, _, _, _, let at), .closeSession(_, _, let at):
            at
        case .createTrack, .registerRunner, .createSession, .enterRunner, .startRun: nil
        }
    }

    /// The command as a server takes it: one flat object with a `type`.
    ///
    /// Its `commandId` says what the command is about, so that a command that is sent again, also by
    /// another process, is known to be the same.
    var command: CommandJSON {
        let head: KeyValuePairs<String, CommandJSON?> = [
            "type": .text(type), "commandId": .text(commandID),
        ]
        return .object(
            (Array(head) + Array(fields)).compactMap { key, value in
                value.map { CommandJSON.Member(key: key, value: $0) }
            })
    }

    private var type: String {
        switch self {
        case .createTrack: "createTrack"
        case .registerRunner: "registerRunner"
        case .createSession: "createSession"
        case .enterRunner: "enterRunner"
        case .createStart: "createStart"
        case .startRun: "startRun"
        case .recordSplit: "recordSplit"
        case .showFlag: "editSession"
        case .closeSession: "closeSession"
        }
    }

    var commandID: String {
        switch self {
        case .createTrack(let track, let name): slug("create", track, name)
        case .registerRunner(let runner, let name): slug("register", runner, name)
        case .createSession(let session, _, _, _): slug("create", session)
        case .enterRunner(let runner, let session, _, _, _, _): slug("enter", session, runner)
        case .createStart(let start, _, _, _): slug("create", start)
        case .startRun(let run, _, _, _, _, _): slug("start", run)
        case .recordSplit(let split, _, _, _): slug("record", split)
        case .showFlag(let count, _, let session, _, _): slug("show", session, "flag", "\(count)")
        case .closeSession(let session, _, _): slug("close", session)
        }
    }

    /// The fields of the command; one without a value is left out.
    private var fields: KeyValuePairs<String, CommandJSON?> {
        switch self {
        case .createTrack(let track, let name):
            [
                "track": .text(track), "name": .text(name),
                "checkpoints": [["id": "finish", "name": "Finish"]],
                "laps": 0, "start": "line", "rank": "race",
            ]
        case .registerRunner(let runner, let name):
            ["runner": .text(runner), "name": .text(name)]
        case .createSession(let session, let track, let name, let limit):
            [
                "track": .text(track), "session": .text(session), "name": .text(name),
                "rank": "race", "finish": "leader", "limit": limit?.json,
            ]
        case .enterRunner(
            let runner, let session, let track, let number, let category, let transponder):
            [
                "track": .text(track), "session": .text(session), "runner": .text(runner),
                "number": number.isEmpty ? nil : .text(number),
                "category": category.map { .text($0) },
                "transponders": transponder.map { [.text($0)] },
            ]
        case .createStart(let start, let session, let track, let at):
            [
                "track": .text(track), "session": .text(session), "start": .text(start),
                "at": .integer(at), "uncertainty": 0,
            ]
        case .startRun(let run, let runner, let session, let track, let number, let start):
            [
                "track": .text(track), "session": .text(session), "run": .text(run),
                "runner": .text(runner), "number": number.isEmpty ? nil : .text(number),
                "start": .text(start),
            ]
        case .recordSplit(let split, let run, let track, let at):
            [
                "track": .text(track), "run": .text(run), "split": .text(split),
                "checkpoint": "finish", "at": .integer(at), "uncertainty": 0, "method": "sensor",
            ]
        case .showFlag(_, let flag, let session, let track, let at):
            [
                "track": .text(track), "session": .text(session), "flag": .text(flag.rawValue),
                "at": .integer(at),
            ]
        case .closeSession(let session, let track, let at):
            ["track": .text(track), "session": .text(session), "at": .integer(at)]
        }
    }
}

extension RecordedLimit {
    fileprivate var json: CommandJSON {
        switch self {
        case .time(let microseconds): ["time": .integer(microseconds)]
        case .laps(let laps): ["laps": .integer(Int64(laps))]
        }
    }
}
