import SplitCore
import TimingWire

/// The race that the devices of a load time: 60 runners over five checkpoints, lap after lap, on a track of
/// its own. It says what to send, and takes the answers; who sends it, and when, is the caller's.
struct LoadRace {
    static let runners = 60
    static let checkpoints = 5

    let track: TrackID
    private(set) var splits = 0
    private(set) var acknowledged = DelayHistogram()
    /// Of what was acknowledged while spectators that were cut off came back.
    private(set) var acknowledgedMeanwhile = DelayHistogram()
    var isFlooded = false
    /// What the server refused first, in its words.
    private(set) var refusal: String?
    /// Whether every command so far has its answer.
    var isAnswered: Bool { sent.isEmpty }

    private var commands = 0
    /// When each command went out that has no answer yet.
    private var sent: [String: Int64] = [:]

    /// - Parameter now: tells this race from earlier ones.
    init(now: Int64) {
        // Short, as it is in every frame: letters, digits and a dash.
        track = TrackID("load-" + String(now / 1000, radix: 36))!
    }

    /// What makes the track and starts its runs.
    mutating func beginning(at now: Int64) -> [String] {
        let checkpoints = (1...Self.checkpoints).map { number -> CommandJSON in
            ["id": "c\(number)", "name": "Checkpoint \(number)", "minimumSegment": 0]
        }
        let track = command(
            "createTrack", now,
            [("name", "Load test"), ("laps", 0), ("checkpoints", .array(checkpoints))])
        return [track]
            + (1...Self.runners).map { number in
                command(
                    "startRun", now,
                    [
                        ("run", .text(run(number))), ("runnerName", "Runner \(number)"),
                        ("number", "\(number)"), ("at", .integer(now)), ("uncertainty", 4000),
                    ])
            }
    }

    /// The next split of the race, at this instant.
    mutating func split(at now: Int64) -> String {
        let (round, runner) = splits.quotientAndRemainder(dividingBy: Self.runners)
        splits += 1
        return command(
            "recordSplit", now,
            [
                ("split", "\(track)-s\(splits)"), ("run", .text(run(runner + 1))),
                ("checkpoint", "c\(round % Self.checkpoints + 1)"), ("at", .integer(now)),
                ("uncertainty", 4000),
            ])
    }

    /// Takes an `ack` or an `error`; other messages are none of its business.
    mutating func take(_ message: JSON.Object, at now: Int64) {
        guard let id = message["commandId"]?.string, let began = sent.removeValue(forKey: id) else {
            return
        }
        if message["type"]?.string == "ack" {
            acknowledged.add(now - began)
            if isFlooded { acknowledgedMeanwhile.add(now - began) }
        } else {
            refusal = refusal ?? message["message"]?.string
        }
    }

    /// What was acknowledged until now is not measured.
    mutating func beginMeasuring() {
        acknowledged = DelayHistogram()
    }

    private func run(_ number: Int) -> String { "\(track)-r\(number)" }

    private mutating func command(
        _ type: String, _ now: Int64, _ fields: [(String, CommandJSON)]
    ) -> String {
        commands += 1
        let id = "\(track)-\(commands)"
        sent[id] = now
        let head: [(String, CommandJSON)] = [
            ("type", .text(type)), ("commandId", .text(id)), ("track", "\(track)"),
        ]
        return CommandJSON.object((head + fields).map { .init(key: $0, value: $1) }).serialized
    }
}
