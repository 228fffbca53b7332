import CLinux
import Glibc
import SplitCore
import TimingWire

/// Loads a server: opens spectators, has devices time a race meanwhile, and measures what comes. One thread,
/// on which everything is polled.
@safe
final class LoadRun {
    /// Connections that are being opened at once.
    private static let opening = 256
    /// Exchanges that the server's clock is measured by.
    private static let pings = 9
    /// How long the openings, and each answer before them, may take.
    private static let patience: Int64 = 60_000_000
    /// Between the last opening and the measuring.
    private static let settling: Int64 = 1_000_000

    private let options: LoadOptions
    private let server: ServerAddress
    private let token: String
    private let address: sockaddr_in
    private let poll: CInt
    private let buffer: UnsafeMutableRawBufferPointer
    /// By the number that the poll answers with.
    private var sockets: [LoadSocket?] = []
    private var free: [Int] = []

    /// What is added to this machine's monotonic clock to get server time, and how long the exchange took
    /// that it was measured by.
    private var offset: (value: Int64, delay: Int64)?
    private var answeredPings = 0
    private var probe: LoadSocket?

    private var race: LoadRace?
    private var devices: [LoadSocket] = []
    /// When the next split is due.
    private var nextSplit: Int64 = .max

    /// Spectators and stalled ones that are to be opened, the next one last.
    private var waiting: [LoadSocket.Part] = []
    private var inOpening = 0
    /// Spectators that were lost, and when each is to come back.
    private var returning: [(at: Int64, part: LoadSocket.Part)] = []
    private var isMeasuring = false
    private var framesOf: [Int]
    /// The spectators who were there when the measuring began.
    private var present: Set<Int> = []
    private var report = LoadReport()

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
        try openSpectators()
        turn(until: now + Self.settling)
        if let refusal = report.refusal {
            throw CommandFailure(description: "the server refused to show its board: \(refusal)")
        }
        beginMeasuring()
        let began = now
        turn(until: began + Int64(options.seconds) * 1_000_000)
        finishMeasuring(after: now - began)
        return report
    }

    private func measureClock() throws(CommandFailure) {
        probe = open(.probe)
        try wait(for: "the server's clock") { answeredPings == Self.pings || probe == nil }
        guard let probe, offset != nil else {
            throw CommandFailure(description: "there is no connection to \(options.server)")
        }
        if case .ended(let reason) = probe.phase {
            throw CommandFailure(description: "\(options.server): \(reason)")
        }
    }

    private func beginRace() throws(CommandFailure) {
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

    private func openSpectators() throws(CommandFailure) {
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
            turn(until: now + 10_000) { [unowned self] in
                inOpening < Self.opening && !waiting.isEmpty
            }
        }
        report.opening = .microseconds(now - began)
        report.spectators = watching
        report.stalled = stalled
        guard sockets.contains(where: { if case .spectator? = $0?.part { true } else { false } })
        else {
            throw CommandFailure(
                description: "no spectator got through: \(report.firstFault ?? "no answer in time")"
            )
        }
    }

    private func openMore() {
        while inOpening < Self.opening, let part = waiting.popLast() {
            inOpening += 1
            if open(part) == nil { inOpening -= 1 }
        }
    }

    private func beginMeasuring() {
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

    private func finishMeasuring(after span: Int64) {
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

    // MARK: Polling

    private var now: Int64 { microseconds(of: CLOCK_MONOTONIC) }
    private var serverTime: Int64 { now + (offset?.value ?? 0) }

    private func wait(for what: String, _ isDone: () -> Bool) throws(CommandFailure) {
        let limit = now + Self.patience
        while !isDone() {
            guard now < limit else {
                throw CommandFailure(description: "\(options.server) does not answer: \(what)")
            }
            if case .ended(let reason)? = (devices.first { $0.isEnded } ?? probe)?.phase {
                throw CommandFailure(description: "\(options.server): \(reason)")
            }
            turn(until: now + 10_000)
        }
    }

    /// Takes what comes, and sends what is due, until then or until there is something else to do.
    private func turn(until end: Int64, orElse isDone: () -> Bool = { false }) {
        var events = unsafe [epoll_event](repeating: epoll_event(), count: 512)
        while true {
            sendDueSplits()
            bringBack()
            let time = now
            if time >= end || isDone() { return }
            let wait = max(0, min(end, nextSplit) - time)
            // The array is as long as told.
            let count = unsafe epoll_wait(
                poll, &events, CInt(events.count), CInt(min(100, (wait + 999) / 1000)))
            for index in 0..<max(0, Int(count)) {
                unsafe handle(Int(events[index].data.u64), events[index].events)
            }
        }
    }

    private func handle(_ number: Int, _ events: UInt32) {
        guard let socket = sockets[number] else { return }
        if socket.phase == .connecting {
            socket.connected(host: "\(server.host):\(server.port)")
            watch(socket, number, EPOLLIN.rawValue, EPOLL_CTL_MOD)
        } else {
            unsafe socket.read(into: buffer) {
                opened(socket, number)
            } message: { message, isFirst in
                unsafe take(message, isFirst: isFirst, socket)
            }
        }
        if socket.isEnded { ended(socket, number) }
    }

    /// Nil, and noted, where the system has no descriptor or no port left.
    private func open(_ part: LoadSocket.Part) -> LoadSocket? {
        do throws(SystemFault) {
            let socket = try LoadSocket.open(part, to: address)
            let number = free.popLast() ?? sockets.count
            if number == sockets.count { sockets.append(nil) }
            sockets[number] = socket
            watch(socket, number, EPOLLOUT.rawValue, EPOLL_CTL_ADD)
            return socket
        } catch {
            report.firstFault = report.firstFault ?? error.sentence
            return nil
        }
    }

    private func watch(_ socket: LoadSocket, _ number: Int, _ events: UInt32, _ call: CInt) {
        var event = unsafe epoll_event(events: events, data: epoll_data_t(u64: UInt64(number)))
        unsafe _ = epoll_ctl(poll, call, socket.descriptor, &event)  // read during the call
    }

    private func opened(_ socket: LoadSocket, _ number: Int) {
        switch socket.part {
        case .probe:
            socket.send(ClientMessage.hello(Hello(client: Self.client)))
            socket.send(.ping(t0: now))
        case .device(let number):
            socket.send(
                .hello(Hello(token: token, device: DeviceID("load-\(number)"), client: Self.client))
            )
        case .spectator, .stalled:
            inOpening -= 1
            socket.send(.hello(Hello(client: Self.client)))
            guard let track = race?.track ?? TrackID(options.track) else { return }
            let id: SubscriptionID = "load"
            socket.send(.subscribe(Subscription(id: id, track: track, rate: options.rate)))
            // What a stalled one never reads waits in the sockets of both sides.
            if case .stalled = socket.part { watch(socket, number, 0, EPOLL_CTL_MOD) }
        }
    }

    private func ended(_ socket: LoadSocket, _ number: Int) {
        // It may be kept by others, and open so long.
        watch(socket, number, 0, EPOLL_CTL_DEL)
        sockets[number] = nil
        free.append(number)
        guard case .ended(let reason) = socket.phase else { return }
        if !socket.wasOpen { report.firstFault = report.firstFault ?? reason }
        switch socket.part {
        case .spectator(let spectator):
            if !socket.wasOpen { inOpening -= 1 }
            if socket.wasOpen {
                report.lost += 1
                report.firstLoss = report.firstLoss ?? reason
            }
            // Whoever has been there comes back, after a while that is another for each.
            if socket.wasOpen || present.contains(spectator) {
                returning.append((now + .random(in: 200_000...1_000_000), socket.part))
            }
        case .stalled:
            if socket.wasOpen { report.stalledGone += 1 } else { inOpening -= 1 }
        case .device:
            if race != nil {
                report.refusal = report.refusal ?? "a device's connection ended: \(reason)"
            }
        case .probe: break
        }
    }

    private func bringBack() {
        while let first = returning.first, first.at <= now, inOpening < Self.opening {
            returning.removeFirst()
            inOpening += 1
            if open(first.part) == nil { inOpening -= 1 }
        }
    }

    // MARK: Messages

    private func take(_ message: UnsafeRawBufferPointer, isFirst: Bool, _ socket: LoadSocket) {
        switch socket.part {
        case .spectator(let number):
            if isMeasuring {
                unsafe measure(message, isFirst: isFirst, number)
            } else if unsafe message.starts(with: MessageStart.error) {
                let error = try? unsafe JSONReader.read(message).object
                report.refusal = report.refusal ?? error?["message"]?.string
            }
        case .stalled: break
        case .device:
            guard let object = try? unsafe JSONReader.read(message).object else { return }
            race?.take(object, at: serverTime)
        case .probe: unsafe takePong(message, socket)
        }
    }

    private func measure(_ message: UnsafeRawBufferPointer, isFirst: Bool, _ spectator: Int) {
        let isUpdate = unsafe message.starts(with: MessageStart.update)
        let isBoard = unsafe isUpdate || message.starts(with: MessageStart.snapshot)
        guard isBoard || !isFirst else { return }
        report.bytes += message.count
        framesOf[spectator] += isFirst ? 1 : 0
        guard isUpdate else { return }
        let time = serverTime
        if let made = unsafe Stamp.time.first(in: message) { report.frameDelay.add(time - made) }
        // Of a frame without a split of this race there is none. (One of so many splits that it comes in
        // fragments is judged by those of the first.)
        if race != nil, let latest = unsafe Stamp.at.greatest(in: message) {
            report.splitDelay.add(time - latest)
        }
    }

    /// The offset of the exchange with the least delay is the best.
    private func takePong(_ message: UnsafeRawBufferPointer, _ socket: LoadSocket) {
        guard let pong = try? unsafe JSONReader.read(message).object, let t0 = pong["t0"]?.integer,
            let t1 = pong["t1"]?.integer, let t2 = pong["t2"]?.integer
        else { return }
        let t3 = now
        let delay = (t3 - t0) - (t2 - t1)
        if offset.map({ delay < $0.delay }) ?? true {
            offset = (((t1 - t0) + (t2 - t3)) / 2, delay)
        }
        answeredPings += 1
        if answeredPings < Self.pings { socket.send(.ping(t0: t3)) }
    }

    private func sendDueSplits() {
        guard race != nil else { return }
        let period = 1_000_000 / Int64(options.splitsPerSecond)
        while nextSplit <= now {
            let open = devices.filter { !$0.isEnded }
            guard !open.isEmpty else {
                nextSplit = .max
                return
            }
            open[race!.splits % open.count].send(race!.split(at: serverTime))
            nextSplit += period
        }
    }

    // MARK: What it needs of the system

    private static let client = "load/\(Program.version)"

    private static func resolve(_ server: ServerAddress) throws(CommandFailure) -> sockaddr_in {
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

    private static func raiseDescriptors(for options: LoadOptions) throws(CommandFailure) {
        var limit = rlimit()
        unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = limit.rlim_max
        unsafe _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        let needed = options.spectators + options.stalled + options.devices + 32
        guard needed <= limit.rlim_cur else {
            throw CommandFailure(
                description: "\(needed) descriptors are needed, and this process may have "
                    + "\(limit.rlim_cur); raise it with 'ulimit -n', or ask for fewer connections")
        }
    }
}
