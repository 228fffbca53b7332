import EventLoop

/// What a server can be told at its start. A value here has been checked against the table below,
/// and does not change while the server runs.
struct Settings: Equatable, Sendable {
    var dataDirectory = "data"
    var publicDirectory = PublicDirectory.found()
    var host = "0.0.0.0"
    var port = 8080
    /// Empty where none is named.
    var tlsCertificate = ""
    var tlsKey = ""
    var tlsPort = 8443
    var maximumConnections = 20_000
    var maximumMessageBytes = 64 << 10
    var maximumRequestBytes = 1 << 20
    var maximumSubscriptions = 32
    var maximumDevices = 1000
    var helloTimeout = Duration.seconds(5)
    var pingInterval = Duration.seconds(15)
    var hangUpAfter = Duration.seconds(25)
    /// 0 is one for each processor that the process may use.
    var loops = 0
    var frameWriting = FrameWriting.automatic
    var mergeWindow = Duration.seconds(3)
    var storageSlowAfter = Duration.seconds(2)
    var storageGiveUpAfter = Duration.seconds(10)
    var recentSpan = Duration.seconds(24 * 3600)
    var maximumWaiting = 4096
    var keptRuns = 200
    var keptSplits = 24
    var logLevel = LogLevel.info
}

extension Settings {
    /// Every setting, in the order of the help. A further one is a property above and a line here.
    static let table: [Setting<Settings>] = [
        .init(
            "data", \.dataDirectory, .text("a directory"),
            "database and access tokens; made if missing, relative to the working directory"),
        .init(
            "public", \.publicDirectory, .text("a directory"),
            "pages to serve; by default the ones that belong to the executable"),
        .init(
            "host", \.host, .text("an address of this machine"),
            "address to listen on; 0.0.0.0 is every one, so that phones on the network get through"),
        .init(
            "port", \.port, .integer(0...65535),
            "TCP port to listen on; 0 takes any free one"),
        .init(
            "tls-certificate", \.tlsCertificate, .textOrNone("a file in PEM"),
            "certificates to show over TLS, the server's own first; by default what "
                + "'livetiming certificate' made in the data directory"),
        .init(
            "tls-key", \.tlsKey, .textOrNone("a file in PEM"), "private key of the certificate"),
        .init(
            "tls-port", \.tlsPort, .integer(0...65535),
            "TCP port for TLS where there is a certificate; 0 takes any free one"),
        .init(
            "max-connections", \.maximumConnections, .integer(1...1_000_000),
            "open connections; more are refused"),
        .init(
            "max-message-bytes", \.maximumMessageBytes, .bytes(1 << 10...16 << 20),
            "size of one WebSocket message from a client"),
        .init(
            "max-request-bytes", \.maximumRequestBytes, .bytes(1 << 10...64 << 20),
            "size of the body of one HTTP request"),
        .init(
            "max-subscriptions", \.maximumSubscriptions, .integer(1...1000),
            "tracks that one connection can watch at a time"),
        .init(
            "max-devices", \.maximumDevices, .integer(1...100_000),
            "devices that race control sees; of more, those longest gone are left out"),
        .init(
            "hello-timeout", \.helloTimeout, .duration(.milliseconds(100)...(.seconds(60))),
            "time that a WebSocket has for its hello"),
        .init(
            "ping-interval", \.pingInterval, .duration(.seconds(1)...(.seconds(300))),
            "silence after which a connection is asked for a sign of life"),
        .init(
            "hang-up-after", \.hangUpAfter, .duration(.seconds(2)...(.seconds(600))),
            "silence after which a connection is closed; longer than ping-interval"),
        .init(
            "loops", \.loops, .integer(0...64),
            "threads that connections are spread over; 0 is one for each processor"),
        .init(
            "frame-writing", \.frameWriting, .name,
            "how frames go to sockets without TLS; auto is io_uring where the system allows it, else "
                + "send"),
        .init(
            "merge-window", \.mergeWindow, .duration(.zero...(.seconds(60))),
            "captures of one passing by several devices lie within this span"),
        .init(
            "storage-slow-after", \.storageSlowAfter,
            .duration(.milliseconds(100)...(.seconds(600))),
            "how long the disk may be at one commit or checkpoint before everyone is told that it is slow"
        ),
        .init(
            "storage-give-up-after", \.storageGiveUpAfter,
            .duration(.milliseconds(100)...(.seconds(600))),
            "how long the disk may take nothing before what waits for it is given up"),
        .init(
            "recent-span", \.recentSpan, .duration(.seconds(12 * 3600)...(.seconds(8760 * 3600))),
            "how long ended runs stay in memory; older ones are read when a command is about them"),
        .init(
            "max-waiting", \.maximumWaiting, .integer(1...1_000_000),
            "commands of one device that wait while an earlier one's run is read from disk"),
        .init(
            "kept-runs", \.keptRuns, .integer(1...10_000),
            "ended runs that stay on a board"),
        .init(
            "kept-splits", \.keptSplits, .integer(1...1000),
            "last splits of a run that are on the board"),
        .init(
            "log-level", \.logLevel, .name,
            "the least important records that are logged"),
    ]

    /// A setting named "port" is also read from `LIVETIMING_PORT`.
    static let variablePrefix = "LIVETIMING_"

    /// How many loops a server has.
    var loopCount: Int {
        loops > 0 ? loops : min(64, EventLoop.usefulCount)
    }

    /// What no single setting can check.
    var conflict: String? {
        if hangUpAfter <= pingInterval {
            return "hang-up-after must be longer than ping-interval: a connection would be closed"
                + " before it was asked for a sign of life"
        }
        if tlsCertificate.isEmpty != tlsKey.isEmpty {
            let (given, missing) =
                tlsKey.isEmpty ? ("tls-certificate", "tls-key") : ("tls-key", "tls-certificate")
            return
                "\(given) needs \(missing) beside it: a certificate is shown with its private key"
        }
        return nil
    }
}
