internal import FoundationEssentials
internal import Glibc

/// What `livetiming replay` can be told.
struct ReplayOptions: Equatable, Sendable {
    var url = "ws://127.0.0.1:8080/ws"
    var tokenFile = "data/control-token"
    var speed = 1
    var id = ""

    static let table: [Setting<ReplayOptions>] = [
        .init("url", \.url, .text("a WebSocket address"), "the server to send to"),
        .init(
            "token-file", \.tokenFile, .text("a file"),
            "holds the control token; a token itself would show in the list of processes"),
        .init(
            "speed", \.speed, .integer(1...1000),
            "send at this many times the pace; the times of the race stay as they were"),
        .init(
            "id", \.id, .text("a word"),
            "tells this replay from others of the recording; by default the time of the call"),
    ]
}

/// `livetiming replay`: a recorded race, again.
enum ReplayCommand: Subcommand {
    static let name = "replay"
    static let summary = "Send a recorded RMonitor feed to a server as if it happened now"
    static let synopsis = "FILE [--url URL] [--token-file FILE] [--speed N] [--id ID]"
    static var details: [String] {
        ["FILE is a recorded feed; - is standard input.", ""]
            + ReplayOptions.table.flatMap { $0.helpLines(defaults: ReplayOptions()) }
    }
    static var flags: [(flag: String, expected: String)] {
        ReplayOptions.table.map { ($0.flag, $0.expected) }
    }

    static func run(_ flags: Flags, _ invocation: Invocation) throws {
        let options = try flags.values(
            ReplayOptions(), ReplayOptions.table, operands: ["FILE"])
        let path = flags.operands[0]
        let feed = RMonitorFeed(bytes: try contents(of: path, for: "recorded feed"))
        let recording = Recording(feed)
        let log = Log(level: .info)
        for problem in feed.problems {
            log.warning("line passed over", ["line": problem.line, "reason": problem.reason])
        }
        for (kind, count) in feed.unknown.sorted(by: { $0.key < $1.key }) {
            log.info("records of an unknown kind", ["kind": kind, "count": count])
        }
        guard !recording.sessions.isEmpty else {
            throw CommandFailure(description: "\(path): there are no passings in it")
        }
        let tokenText = try contents(of: options.tokenFile, for: "token")
        let token = String(decoding: tokenText, as: UTF8.self).prefix { !$0.isWhitespace }
        let now = microsecondsSince1970()
        let plan = ReplayPlan(
            recording, id: options.id.isEmpty ? "replay-\(now)" : options.id,
            speed: options.speed, now: now)
        log.info(
            "replay begins",
            [
                "track": plan.track, "sessions": recording.sessions.count,
                "passings": recording.sessions.map(\.passings.count).reduce(0, +),
                "seconds": plan.duration / 1_000_000,
            ])
        try replay(plan, to: options.url, token: String(token))
    }

    private static func contents(of path: String, for what: String) throws -> [UInt8] {
        do {
            let url = URL(fileURLWithPath: path == "-" ? "/dev/stdin" : path)
            return Array(try Data(contentsOf: url))
        } catch {
            throw CommandFailure(description: "\(path): the \(what) cannot be read")
        }
    }

    private static func microsecondsSince1970() -> Int64 {
        var now = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &now)  // `now` outlives the call
        return Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1000
    }
}
