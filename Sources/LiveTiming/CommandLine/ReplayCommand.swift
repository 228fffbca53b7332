internal import EventLoop
internal import FoundationEssentials
internal import Glibc
import SplitCore

/// What `livetiming replay` can be told.
struct ReplayOptions: Equatable, Sendable {
    var server = "http://127.0.0.1:8080"
    var token = ""
    var tokenFile = ""
    var speed = 1
    var id = ""

    static let table: [Setting<ReplayOptions>] = [
        .init("server", \.server, .text("an http or https address"), "the server to send to"),
        .init("token", \.token, .text("a token"), "the control token of that server"),
        .init(
            "token-file", \.tokenFile, .text("a file"),
            "holds the control token, where it shall not show in the list of processes"),
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
    static let synopsis =
        "FILE --server URL (--token TOKEN | --token-file FILE) [--speed N] [--id ID]"
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
        let feed = RMonitorFeed(bytes: try InputFile.contents(of: path, for: "recorded feed"))
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
        let server = try ServerAddress(options.server)
        let token = try GivenToken.read(
            options.token, orFrom: options.tokenFile, role: .control)

        var configuration = Configuration()
        configuration.allowsSecureClients = server.isSecure
        let loop = try EventLoop(configuration, handler: nil)
        let client = ReplayClient(loop: loop, server: server, token: token, log: log) { now in
            ReplayPlan(
                recording, id: options.id.isEmpty ? "replay-\(now)" : options.id,
                speed: options.speed, now: now)
        }
        for signal in [SIGINT, SIGTERM] { loop.on(signal: signal) { loop.stop(code: .goingAway) } }
        client.connect()
        loop.run()
        if let failure = client.failure { throw failure }
        guard client.isComplete else {
            throw CommandFailure(description: "stopped before every command was acknowledged")
        }
        log.info("replay ended: every command is acknowledged")
    }
}
