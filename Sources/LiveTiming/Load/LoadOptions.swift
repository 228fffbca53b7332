import SplitCore
import TimingWire

/// What `livetiming load` can be told.
struct LoadOptions: Equatable, Sendable {
    enum Format: String, CaseIterable, Sendable {
        case text, json
    }

    /// What spectators say.
    enum Speech: String, CaseIterable, Sendable {
        /// What the wire contract has for them.
        case contract
        /// Nothing: the server is of another kind, and sends updates unasked.
        case nothing
    }

    var server = "http://127.0.0.1:8080"
    var track = ""
    var spectators = 100
    var stalled = 0
    var slow = 0
    var slowRate = 10_000
    var cutAfter = 0
    var returnWithin = 500
    var rate = 10
    var seconds = 10
    var devices = 0
    var splitsPerSecond = 5
    var readEvery = 0
    var process = 0
    var says = Speech.contract
    var token = ""
    var tokenFile = ""
    var format = Format.text

    static let table: [Setting<LoadOptions>] = [
        .init("server", \.server, .text("an http address"), "the server to load; without TLS"),
        .init(
            "track", \.track, .text("a track's id"),
            "whose board is watched; not needed with devices, which make one of their own"),
        .init(
            "spectators", \.spectators, .integer(0...60_000),
            "connections that watch; each needs a descriptor here and on the server"),
        .init(
            "stalled", \.stalled, .integer(0...10_000),
            "connections beside them that watch and never read"),
        .init(
            "slow", \.slow, .integer(0...10_000),
            "connections beside them that read little at a time, and are to end on the true board"),
        .init(
            "slow-rate", \.slowRate, .integer(1000...1_000_000),
            "bytes a second that each of these reads"),
        .init(
            "rate", \.rate, .integer(1...60),
            "updates a second that each asks for: 1, 2, 5, 10, 20, 30 or 60"),
        .init(
            "seconds", \.seconds, .integer(1...3600), "how long it is measured, once all are there"),
        .init(
            "cut-after", \.cutAfter, .integer(0...3600),
            "seconds of the measuring after which all spectators lose their connections; 0: they keep them"
        ),
        .init(
            "return-within", \.returnWithin, .integer(1...30_000),
            "milliseconds that a lost one waits at most before it connects again; twice as long after each try"
        ),
        .init(
            "devices", \.devices, .integer(0...1000),
            "phones that time a race of 60 runners meanwhile, on a track of its own"),
        .init(
            "splits-per-second", \.splitsPerSecond, .integer(1...2000),
            "splits of that race, of all devices together"),
        .init(
            "read-every", \.readEvery, .integer(0...1000),
            "milliseconds from one look at what has come to the next; 0: at once. A load costs less then, and delays are as much longer"
        ),
        .init(
            "process", \.process, .integer(0...Int(Int32.max)),
            "the server's process, where it is on this machine: its processor time and memory are told"
        ),
        .init(
            "says", \.says, .name,
            "what spectators say; nothing is for servers of another kind that send updates unasked, and no delays are told then"
        ),
        .init("token", \.token, .text("a token"), "the timer token of that server, for devices"),
        .init(
            "token-file", \.tokenFile, .text("a file"),
            "holds the timer token, where it shall not show in the list of processes"),
        .init("format", \.format, .name, "how the result is written"),
    ]

    /// What no single option can check.
    var conflict: String? {
        if !FieldLimits.rates.contains(rate) {
            let rates = FieldLimits.rates.map(String.init).joined(separator: ", ")
            return "--rate is one of \(rates); \(rate) is none of them"
        }
        if cutAfter >= seconds {
            return
                "--cut-after \(cutAfter) is not within the \(seconds) --seconds that are measured"
        }
        if devices == 0, track.isEmpty {
            return "--track says whose board is watched; or --devices has a race of its own"
        }
        if !track.isEmpty, TrackID(track) == nil {
            return "--track: \(quoted(track)) is no id; one has 1 to 64 letters, digits, - or _"
        }
        if says == .nothing, devices > 0 || slow > 0 {
            return "--devices and --slow go by the contract; leave --says nothing away"
        }
        if devices > 0, !track.isEmpty {
            return "--devices make a track of their own; leave --track away"
        }
        return nil
    }
}
