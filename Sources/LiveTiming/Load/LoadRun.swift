import CLinux
internal import FoundationEssentials
import Glibc
import SplitCore
import TimingWire

/// Loads a server: opens spectators, has devices time a race meanwhile, and measures what comes. One thread,
/// on which everything is polled.
@safe
final class LoadRun {
    /// What the poll answers with where there is something from devices.
    static let devices = UInt64.max
    /// How often they are looked at while there is much else to do.
    static let deviceBeat: Int64 = 500
    /// Connections that are being opened at once.
    static let opening = 256
    /// Exchanges that the server's clock is measured by.
    static let pings = 9
    /// How long the openings, and each answer before them, may take.
    static let patience: Int64 = 60_000_000
    /// Between the last opening and the measuring.
    static let settling: Int64 = 1_000_000
    /// Spectators whose opening is measured by itself: the first of them and the last.
    static let measuredOpenings = 1000

    let options: LoadOptions
    let server: ServerAddress
    let token: String
    let address: sockaddr_in
    let poll: CInt
    /// Of the devices alone, and part of the other one: they are looked at between any two spectators, so that
    /// an acknowledgement does not wait here.
    let devicePoll: CInt
    var devicesServed: Int64 = 0
    var ports: LocalPorts
    let buffer: UnsafeMutableRawBufferPointer
    /// By the number that the poll answers with.
    var sockets: [LoadSocket?] = []
    var free: [Int] = []

    /// What is added to this machine's monotonic clock to get server time, and how long the exchange took
    /// that it was measured by.
    var offset: (value: Int64, delay: Int64)?
    var answeredPings = 0
    var probe: LoadSocket?

    var race: LoadRace?
    var devices: [LoadSocket] = []
    /// When the next split is due.
    var nextSplit: Int64 = .max

    /// Spectators, slow and stalled ones that are to be opened, the next one last.
    var waiting: [LoadSocket.Part] = []
    var inOpening = 0
    /// Those that were lost, and when each is to come back; the next one last.
    var returning: [(at: Int64, part: LoadSocket.Part)] = []
    var isMeasuring = false
    var records: [SpectatorRecord]
    /// Spectators who have had a board, and the frames since.
    var served = 0
    var updates = 0
    /// The spectators who were there when the measuring began.
    var present: Set<Int> = []
    /// The log that the board is of, as the last snapshot said.
    var epoch: String?
    var latestSplits = LatestSplits()

    /// What those on slow lines have read; the last one is the probe's, which reads all at once.
    var slowReaders: [SlowReader]
    /// Their numbers in the poll.
    var slowNumbers: [Int?]
    /// When the next of them are to read.
    var nextSlow: Int64 = .max
    var slowTurn = 0

    /// Before this nobody reads but devices and the probe.
    var nextRead: Int64 = 0

    /// When all spectators lose their connections.
    var cutDue: Int64 = .max
    var flood: Flood?
    var report = LoadReport()

    init(_ options: LoadOptions, server: ServerAddress, token: String) throws(CommandFailure) {
        self.options = options
        self.server = server
        self.token = token
        address = try Self.resolve(server)
        try Self.raiseDescriptors(for: options)
        poll = epoll_create1(CInt(EPOLL_CLOEXEC))
        devicePoll = epoll_create1(CInt(EPOLL_CLOEXEC))
        guard poll >= 0, devicePoll >= 0 else {
            throw CommandFailure(description: "no poll: \(SystemFault(code: errno).sentence)")
        }
        var devices = unsafe epoll_event(
            events: EPOLLIN.rawValue, data: epoll_data_t(u64: Self.devices))
        unsafe _ = epoll_ctl(poll, EPOLL_CTL_ADD, devicePoll, &devices)  // read during the call
        // Freed in `deinit`.
        unsafe buffer = .allocate(byteCount: 256 << 10, alignment: 16)
        ports = LocalPorts(Self.text("/proc/sys/net/ipv4/ip_local_port_range") ?? "")
        records = Array(repeating: SpectatorRecord(), count: options.spectators)
        slowReaders = Array(repeating: SlowReader(), count: options.slow + 1)
        slowNumbers = Array(repeating: nil, count: options.slow)
    }

    deinit {
        unsafe buffer.deallocate()
        close(devicePoll)
        close(poll)
    }

    // MARK: The course of it

    func run() throws(CommandFailure) -> LoadReport {
        if options.says == .contract { try measureClock() }
        if options.devices > 0 { try beginRace() }
        let before = try usage()
        let openings = try openSpectators()
        turn(until: now + Self.settling)
        if let refusal = report.refusal {
            throw CommandFailure(description: "the server refused to show its board: \(refusal)")
        }
        beginMeasuring()
        let (began, atFirst) = (now, try usage())
        if options.cutAfter > 0 { cutDue = began + Int64(options.cutAfter) * 1_000_000 }
        turn(until: began + Int64(options.seconds) * 1_000_000)
        let atLast = try usage()
        finishMeasuring(after: now - began)
        if let before, let atFirst, let atLast {
            report.processor = atLast.processor - atFirst.processor
            let connections = report.open + report.stalled + report.slow
            report.memoryOfEach =
                connections > 0 ? max(0, atFirst.memory - before.memory) / connections : 0
            report.memoryGrowth = atLast.memory - before.memory
            report.openings = openings?.costs(ofFrame: report.processorOfFrame)
        }
        if options.slow > 0 { try judgeSlow() }
        return report
    }

    /// What the server's process has used; nil where nobody said which that is.
    func usage() throws(CommandFailure) -> ProcessUsage? {
        guard options.process > 0 else { return nil }
        guard let usage = ProcessUsage(of: options.process) else {
            throw CommandFailure(
                description: "--process: there is no process \(options.process) to look at here")
        }
        return usage
    }

    func measureClock() throws(CommandFailure) {
        probe = open(.probe)
        try wait(for: "the server's clock") { answeredPings == Self.pings || probe == nil }
        guard let probe, offset != nil else {
            throw CommandFailure(description: "there is no connection to \(options.server)")
        }
        if case .ended(let reason) = probe.phase {
            throw CommandFailure(description: "\(options.server): \(reason)")
        }
    }

    func beginRace() throws(CommandFailure) {
        for number in 0..<options.devices {
            guard let device = open(.device(number)) else {
                throw CommandFailure(
                    description: "no connection for a device: \(report.firstFault ?? "")")
            }
            devices.append(device)
        }
        try wait(for: "the devices") { devices.allSatisfy { $0.phase == .open } }
        var race = LoadRace(now: serverTime)
        for text in race.beginning(at: serverTime) { devices[0].send(text) }
        self.race = race
        try wait(for: "the start of the race") { self.race!.isAnswered }
        if let refusal = self.race?.refusal {
            throw CommandFailure(description: "the server refused the race: \(refusal)")
        }
        nextSplit = now
    }

    // MARK: What it needs of the system

    static let client = "load/\(Program.version)"

    static func resolve(_ server: ServerAddress) throws(CommandFailure) -> sockaddr_in {
        guard !server.isSecure else {
            throw CommandFailure(
                description: "a load is sent over plain TCP; name the server's http address")
        }
        var hints = unsafe addrinfo()
        unsafe hints.ai_family = AF_INET
        var list: UnsafeMutablePointer<addrinfo>?
        // Freed below, after it was copied.
        guard unsafe getaddrinfo(server.host, String(server.port), &hints, &list) == 0,
            let found = unsafe list
        else { throw CommandFailure(description: "the address \(server.host) is not known") }
        defer { unsafe freeaddrinfo(list) }
        // Asked for addresses of IPv4 alone.
        return unsafe UnsafeRawPointer(found.pointee.ai_addr!).loadUnaligned(as: sockaddr_in.self)
    }

    private static func text(_ path: String) -> String? {
        (try? Data(contentsOf: URL(fileURLWithPath: path))).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    static func raiseDescriptors(for options: LoadOptions) throws(CommandFailure) {
        let needed =
            options.spectators + options.stalled + options.slow + options.devices
            + Descriptors.reserve
        let allowed = Descriptors.raise(to: needed)
        guard needed <= allowed else {
            throw CommandFailure(
                description:
                    "\(needed) descriptors are needed, and this process may have \(allowed); "
                    + "raise it with 'ulimit -n', or ask for fewer connections")
        }
    }
}
