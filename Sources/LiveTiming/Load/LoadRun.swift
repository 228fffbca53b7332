import CLinux
import Glibc
import SplitCore
import TimingWire

/// Loads a server: opens spectators, has devices time a race meanwhile, and measures what comes. One thread,
/// on which everything is polled.
@safe
final class LoadRun {
    /// Connections that are being opened at once.
    static let opening = 256
    /// Exchanges that the server's clock is measured by.
    static let pings = 9
    /// How long the openings, and each answer before them, may take.
    static let patience: Int64 = 60_000_000
    /// Between the last opening and the measuring.
    static let settling: Int64 = 1_000_000

    let options: LoadOptions
    let server: ServerAddress
    let token: String
    let address: sockaddr_in
    let poll: CInt
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

    /// Spectators and stalled ones that are to be opened, the next one last.
    var waiting: [LoadSocket.Part] = []
    var inOpening = 0
    /// Spectators that were lost, and when each is to come back.
    var returning: [(at: Int64, part: LoadSocket.Part)] = []
    var isMeasuring = false
    var framesOf: [Int]
    /// The spectators who were there when the measuring began.
    var present: Set<Int> = []
    var report = LoadReport()

    init(_ options: LoadOptions, server: ServerAddress, token: String) throws(CommandFailure) {
        self.options = options
        self.server = server
        self.token = token
        address = try Self.resolve(server)
        try Self.raiseDescriptors(for: options)
        poll = epoll_create1(CInt(EPOLL_CLOEXEC))
        guard poll >= 0 else {
            throw CommandFailure(description: "no poll: \(SystemFault(code: errno).sentence)")
        }
        // Freed in `deinit`.
        unsafe buffer = .allocate(byteCount: 256 << 10, alignment: 16)
        framesOf = Array(repeating: 0, count: options.spectators)
    }

    deinit {
        unsafe buffer.deallocate()
        close(poll)
    }

    // MARK: The course of it

    func run() throws(CommandFailure) -> LoadReport {
        try measureClock()
        if options.devices > 0 { try beginRace() }
        let before = try usage()
        try openSpectators()
        turn(until: now + Self.settling)
        if let refusal = report.refusal {
            throw CommandFailure(description: "the server refused to show its board: \(refusal)")
        }
        beginMeasuring()
        let (began, atFirst) = (now, try usage())
        turn(until: began + Int64(options.seconds) * 1_000_000)
        let atLast = try usage()
        finishMeasuring(after: now - began)
        if let before, let atFirst, let atLast {
            report.processor = atLast.processor - atFirst.processor
            let connections = report.open + report.stalled
            report.memoryOfEach =
                connections > 0 ? max(0, atFirst.memory - before.memory) / connections : 0
        }
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

    func openSpectators() throws(CommandFailure) {
        // The stalled ones spread evenly among the others.
        let (watching, stalled) = (options.spectators, options.stalled)
        var placed = 0
        for number in 0..<watching {
            waiting.append(.spectator(number))
            let due = (number + 1) * stalled / watching
            for _ in placed..<due { waiting.append(.stalled) }
            placed = due
        }
        waiting.reverse()
        let began = now
        while !waiting.isEmpty || inOpening > 0, now - began < Self.patience {
            openMore()
            turn(until: now + 10_000) {
                inOpening < Self.opening && !waiting.isEmpty
            }
        }
        report.opening = .microseconds(now - began)
        report.spectators = watching
        report.stalled = stalled
        guard
            watching == 0
                || sockets.contains(where: {
                    if case .spectator? = $0?.part { true } else { false }
                })
        else {
            throw CommandFailure(
                description: "no spectator got through: \(report.firstFault ?? "no answer in time")"
            )
        }
    }

    func openMore() {
        while inOpening < Self.opening, let part = waiting.popLast() {
            inOpening += 1
            if open(part) == nil { inOpening -= 1 }
        }
    }

    func beginMeasuring() {
        present = Set(
            sockets.compactMap { socket in
                guard let socket, socket.phase == .open, case .spectator(let number) = socket.part
                else { return nil }
                return number
            })
        report.open = present.count
        for number in framesOf.indices { framesOf[number] = 0 }
        race?.beginMeasuring()
        report.splits = -(race?.splits ?? 0)
        isMeasuring = true
    }

    func finishMeasuring(after span: Int64) {
        isMeasuring = false
        report.measured = .microseconds(span)
        report.fewest = present.map { framesOf[$0] }.min() ?? 0
        report.most = present.map { framesOf[$0] }.max() ?? 0
        report.frames = framesOf.reduce(0, +)
        report.devices = options.devices
        if let race {
            report.splits += race.splits
            report.acknowledgement = race.acknowledged
            report.refusal = report.refusal ?? race.refusal
        }
        report.stalledGone += sockets.count { socket in
            guard let socket, case .stalled = socket.part else { return false }
            return socket.isLetGo
        }
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

    static func raiseDescriptors(for options: LoadOptions) throws(CommandFailure) {
        let needed =
            options.spectators + options.stalled + options.devices + Descriptors.reserve
        let allowed = Descriptors.raise(to: needed)
        guard needed <= allowed else {
            throw CommandFailure(
                description:
                    "\(needed) descriptors are needed, and this process may have \(allowed); "
                    + "raise it with 'ulimit -n', or ask for fewer connections")
        }
    }
}
