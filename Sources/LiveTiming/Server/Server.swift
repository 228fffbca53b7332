import EventLoop
import FoundationEssentials
import Glibc
import Journal
import SplitCore
import TimingWire

/// Runs the server until it is told to stop: opens the journal, reads the state, listens, and on
/// SIGTERM or SIGINT drains and closes.
func serve(_ settings: Settings) throws {
    // A peer that is gone and a file that may not grow are errors of a call, not ends of the process.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    try Server(settings).run()
}

/// The parts of a running server, and the order in which they begin and end.
final class Server {
    private let settings: Settings
    let log: Log
    private let journal: Journal
    private let reader: Reader
    private let lookups: Reader
    private let archive: Reader
    private let hub: Hub
    /// The first loop, which owns all timing state.
    let loop: EventLoop
    let router: Router
    /// Further loops, which have connections alone.
    let sideLoops: [SideLoop]
    let links: AccessLinks
    /// What TLS was begun with; nil where it is not spoken.
    private let secure: SecureOrigin?

    init(_ settings: Settings) throws {
        let log = Log(level: settings.logLevel)
        self.settings = settings
        self.log = log
        Self.raiseDescriptors(settings, log)
        // The port first: a server that cannot listen shall not touch the data.
        let secure = try SecureOrigin.find(settings, log)
        self.secure = secure
        let handler = ServerHandler()
        let loop = try EventLoop(Self.configuration(settings, secure, log), handler: handler)
        self.loop = loop
        let files = try PublicFiles(directory: settings.publicDirectory)

        let entrance = Entrance()
        let reachable = LoopReference(entrance, on: loop)
        var options = Journal.Options()
        options.giveUpAfter = settings.storageGiveUpAfter
        journal = try Journal(directory: settings.dataDirectory, options: options) { state in
            reachable.perform { $0.hub?.journalBecame(state) }
        }
        reader = try Reader(directory: journal.directory)
        lookups = try Reader(directory: journal.directory)
        archive = try Reader(directory: journal.directory)
        let history = try History(directory: journal.directory)
        try Self.bringUpToDate(history, journal, settings, log)
        let loaded = try LoadedState(
            from: history, mergeWindow: settings.mergeWindow.span,
            recentSpan: settings.recentSpan.span)
        let clock = ServerClock(
            stored: try history.meta(Self.anchorKey).flatMap { ServerClock.Anchor($0) },
            latest: loaded.latestReceipt)
        let tokens = try Self.tokens(journal, history)
        try journal.store([MetaChange(key: Self.anchorKey, value: clock.anchor.description)])

        hub = Hub(
            settings: settings, clock: clock, journal: journal, reader: reader, lookups: lookups,
            archive: archive,
            log: log, loop: loop, tokens: tokens, loaded: loaded)
        let securePort = loop.boundSecurePort.map(Int.init)
        links = AccessLinks(
            host: settings.host, port: Int(loop.boundPort),
            secure: secure.flatMap { origin in securePort.map { (origin: origin, port: $0) } },
            tokens: tokens.readable)
        router = Router(
            hub: hub, files: files,
            secure: SecureAnswers(
                port: securePort, authority: secure?.authority, page: links.securePage))
        entrance.hub = hub
        let stand = Stand(
            0, on: loop, settings: settings, clock: clock, hub: LoopReference(hub, on: loop))
        let reachableRouter = LoopReference(router, on: loop)
        handler.begin(stand, reachableRouter)
        sideLoops = try Self.sideLoops(
            beside: loop,
            SideLoop.Terms(
                configuration: loop.configuration, settings: settings, clock: clock,
                hub: stand.hub, router: reachableRouter))
        hub.stands = [LoopReference(stand, on: loop)] + sideLoops.map(\.stand)
        // Before anyone is told that the server is there: whoever knows may stop it.
        for signal in [SIGTERM, SIGINT] {
            loop.on(signal: signal) { [unowned self] in
                log.info("stopping: clients are told to connect again")
                hub.untold.serveAll()
                hub.isStopping = true
                let reason = "the server restarts"
                for sideLoop in sideLoops { sideLoop.stop(reason: reason) }
                loop.stop(code: .serviceRestart, reason: reason)
            }
        }
        if let secure { tell("serving over TLS", secure) }
        loop.on(signal: SIGHUP) { [unowned self] in
            guard let secure else {
                return log.warning(
                    "this server has no TLS; a certificate is used from its next start")
            }
            renewCertificate(secure)
        }
        log.info(
            "serving",
            [
                "port": Int(loop.boundPort), "data": journal.directory,
                "tracks": loaded.tracks.count, "loops": 1 + sideLoops.count,
                "frameWriting": loop.writing.rawValue,
                "version": Program.version,
            ])
        StandardStream.output.write(links.text(forTerminal: isatty(STDOUT_FILENO) == 1))
    }

    func run() throws {
        loop.run()
        for sideLoop in sideLoops { sideLoop.wait() }
        hub.commitTurn()
        reader.close()
        lookups.close()
        archive.close()
        do {
            try journal.flush()
        } catch {
            log.error("not everything is on disk", ["error": "\(error)"])
            throw error
        }
        journal.close()
        log.info("stopped")
    }

    /// A start goes on from the tables of the history: where they were computed by other rules than
    /// those in force now, they are computed anew first.
    private static func bringUpToDate(
        _ history: History, _ journal: Journal, _ settings: Settings, _ log: Log
    ) throws {
        let derivation = Derivation(mergeWindow: settings.mergeWindow.span)
        guard try derivation.differs(from: history) else {
            return try journal.store([derivation.mark])
        }
        log.info("the rules have changed: computing the history anew", ["rules": "\(derivation)"])
        let rebuild = try Rebuild(history, mergeWindow: derivation.mergeWindow)
        try rebuild.write(to: journal)
        log.info("the history is computed anew", ["differences": rebuild.differences.count])
    }

    private static func raiseDescriptors(_ settings: Settings, _ log: Log) {
        let needed =
            settings.maximumConnections + Descriptors.reserve
            + settings.loopCount * Descriptors.perLoop
        let descriptors = Descriptors.raise(to: needed)
        guard descriptors < needed else { return }
        log.warning(
            "this process may not have so many connections: raise 'ulimit -n', or LimitNOFILE of "
                + "its service, or lower max-connections",
            [
                "maxConnections": settings.maximumConnections, "needed": needed,
                "descriptors": descriptors,
            ])
    }

    private static let anchorKey = "clock.anchor"

    private static func configuration(
        _ settings: Settings, _ secure: SecureOrigin?, _ log: Log
    ) -> Configuration {
        var configuration = Configuration()
        configuration.host = settings.host
        configuration.port = UInt16(settings.port)
        configuration.secure = secure.map {
            SecureListening(port: UInt16(settings.tlsPort), pair: $0.pair)
        }
        configuration.subprotocol = Subprotocol.name
        configuration.maxMessageBytes = settings.maximumMessageBytes
        configuration.maxRequestBodyBytes = settings.maximumRequestBytes
        configuration.connectionLimit = ConnectionLimit(settings.maximumConnections)
        configuration.pingInterval = settings.pingInterval
        configuration.hangUpAfter = settings.hangUpAfter
        configuration.writing = settings.frameWriting
        configuration.wordRefusal = HTTPResponse.problem
        configuration.log = { level, text in
            level == .error
                ? log.error("libwebsockets", ["message": text])
                : log.debug("libwebsockets", ["message": text])
        }
        return configuration
    }

    /// The loops beside the first one, which runs until they have ended.
    private static func sideLoops(
        beside loop: EventLoop, _ terms: SideLoop.Terms
    ) throws(LoopError) -> [SideLoop] {
        var terms = terms
        terms.configuration.beside = loop.address
        terms.configuration.secure?.beside = loop.secureAddress
        let first = LoopReference(loop, on: loop)
        var loops: [SideLoop] = []
        for number in 1..<max(1, terms.settings.loopCount) {
            loop.hold()
            loops.append(
                try SideLoop(number, terms) { first.perform { $0.release() } })
        }
        return loops
    }

    private static func tokens(_ journal: Journal, _ history: History) throws -> AccessTokens {
        func key(_ role: Role) -> String { "token.\(role.rawValue)" }
        return try AccessTokens.load(directory: journal.directory) { role in
            try history.meta(key(role)).map { Array(Data(base64Encoded: $0) ?? Data()) }
        } storeHash: { role, hash in
            try journal.store([
                MetaChange(key: key(role), value: Data(hash).base64EncodedString())
            ])
        }
    }
}

extension Journal {
    /// Writes facts about this server and waits until they are on disk. Not on the loop's thread once
    /// the loop runs.
    fileprivate func store(_ changes: [MetaChange]) throws {
        append(Transaction(meta: changes)) { _ in }
        try flush()
    }
}

/// Where the journal reaches the hub, which is made from what the journal holds.
private final class Entrance {
    var hub: Hub?
}
