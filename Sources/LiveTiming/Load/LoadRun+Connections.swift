import CLinux
import Glibc
import SplitCore
import TimingWire

/// The connections of a load: opened, polled, and opened anew.
extension LoadRun {
    var now: Int64 { microseconds(of: CLOCK_MONOTONIC) }
    var serverTime: Int64 { now + (offset?.value ?? 0) }

    func wait(for what: String, _ isDone: () -> Bool) throws(CommandFailure) {
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
    func turn(until end: Int64, orElse isDone: () -> Bool = { false }) {
        var events = unsafe [epoll_event](repeating: epoll_event(), count: 512)
        while true {
            serveDevices()
            cutIfDue()
            bringBack()
            readSlow()
            let time = now
            if time >= end || isDone() { return }
            let isReading = time >= nextRead
            let due = min(
                nextSplit, nextSlow, cutDue, returning.last?.at ?? .max, isReading ? .max : nextRead
            )
            let wait = max(0, min(end, due) - time)
            // The array is as long as told.
            let count = unsafe epoll_wait(
                isReading ? poll : devicePoll, &events, CInt(events.count),
                CInt(min(100, (wait + 999) / 1000)))
            // What has come for devices is taken above.
            guard isReading else { continue }
            for index in 0..<max(0, Int(count)) {
                let number = unsafe events[index].data.u64
                if number != Self.devices { unsafe handle(Int(number), events[index].events) }
                serveDevicesIfDue()
            }
            if isMeasuring, unsafe count < events.count {
                nextRead = now + Int64(options.readEvery) * 1000
            }
        }
    }

    func serveDevicesIfDue() {
        if now - devicesServed >= Self.deviceBeat { serveDevices() }
    }

    /// Sends the splits that are due, and takes what has come for devices.
    private func serveDevices() {
        devicesServed = now
        sendDueSplits()
        var events = unsafe [epoll_event](repeating: epoll_event(), count: 16)
        // The array is as long as told.
        let count = unsafe epoll_wait(devicePoll, &events, CInt(events.count), 0)
        for index in 0..<max(0, Int(count)) {
            unsafe handle(Int(events[index].data.u64), events[index].events)
        }
    }

    func handle(_ number: Int, _ events: UInt32) {
        guard let socket = sockets[number] else { return }
        if socket.phase == .connecting {
            socket.connected(host: "\(server.host):\(server.port)")
            watch(socket, number, Self.reading, EPOLL_CTL_MOD)
        } else {
            read(socket, number)
            // Told once alone: the end may stand behind what was read.
            if events & EPOLLRDHUP.rawValue != 0, !socket.isEnded { read(socket, number) }
        }
        if socket.isEnded { ended(socket, number) }
    }

    /// Only what is new is told; a socket that was read empty is not looked at again.
    private static let reading = EPOLLIN.rawValue | EPOLLRDHUP.rawValue | EPOLLET.rawValue

    private func read(_ socket: LoadSocket, _ number: Int) {
        unsafe socket.read(into: buffer) {
            opened(socket, number)
        } message: {
            unsafe take($0, socket)
        }
    }

    /// Nil, and noted, where the system has no descriptor or no port left.
    func open(_ part: LoadSocket.Part) -> LoadSocket? {
        do throws(SystemFault) {
            let socket = try LoadSocket.open(part, to: address, from: &ports)
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

    func watch(_ socket: LoadSocket, _ number: Int, _ events: UInt32, _ call: CInt) {
        var event = unsafe epoll_event(events: events, data: epoll_data_t(u64: UInt64(number)))
        let poll =
            switch socket.part {
            case .device, .probe: devicePoll
            case .spectator, .slow, .stalled: self.poll
            }
        unsafe _ = epoll_ctl(poll, call, socket.descriptor, &event)  // read during the call
    }

    func opened(_ socket: LoadSocket, _ number: Int) {
        switch socket.part {
        case .probe:
            socket.send(ClientMessage.hello(Hello(client: Self.client)))
            socket.send(.ping(t0: now))
        case .device(let number):
            socket.send(
                .hello(Hello(token: token, device: DeviceID("load-\(number)"), client: Self.client))
            )
        case .spectator, .slow, .stalled:
            inOpening -= 1
            if options.says == .nothing { return }
            socket.send(.hello(Hello(client: Self.client)))
            guard let track = watchedTrack else { return }
            var after: Subscription.Cursor?
            if case .spectator(let spectator) = socket.part {
                records[spectator].wasOpened()
                // Whoever comes back goes on from what they have.
                after = records[spectator].seq.flatMap { seq in
                    epoch.map { .init(epoch: $0, seq: seq) }
                }
            }
            let id: SubscriptionID = "load"
            socket.send(
                .subscribe(Subscription(id: id, track: track, rate: options.rate, after: after)))
            // What a stalled one never reads, and a slow one not yet, waits in the sockets of both sides.
            if case .spectator = socket.part { return }
            watch(socket, number, 0, EPOLL_CTL_MOD)
            if case .slow(let slow) = socket.part { slowOpened(slow, number) }
        }
    }

    /// Whose board is watched.
    var watchedTrack: TrackID? { race?.track ?? TrackID(options.track) }

    func drop(_ socket: LoadSocket, _ number: Int) {
        // It may be kept by others, and open so long.
        watch(socket, number, 0, EPOLL_CTL_DEL)
        sockets[number] = nil
        free.append(number)
    }

    func ended(_ socket: LoadSocket, _ number: Int) {
        drop(socket, number)
        guard case .ended(let reason) = socket.phase else { return }
        if !socket.wasOpen { report.firstFault = report.firstFault ?? reason }
        switch socket.part {
        case .spectator(let spectator):
            if !socket.wasOpen { inOpening -= 1 }
            if socket.wasOpen {
                report.lost += 1
                report.firstLoss = report.firstLoss ?? reason
            }
            // Whoever has been there comes back.
            if socket.wasOpen || present.contains(spectator) { bringBackLater(socket.part) }
        case .slow(let slow):
            slowNumbers[slow] = nil
            if socket.wasOpen {
                report.slowLost += 1
                report.firstLoss = report.firstLoss ?? reason
                slowReaders[slow].lost()
                bringBackLater(socket.part)
            } else {
                inOpening -= 1
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

    private func bringBackLater(_ part: LoadSocket.Part) {
        let at = comeback(of: part)
        returning.insert((at, part), at: returning.firstIndex { $0.at <= at } ?? returning.count)
    }

    /// As many at once as lost their connections at once: nobody waits for the others.
    func bringBack() {
        guard let next = returning.last, case let time = now, next.at <= time else { return }
        while let next = returning.last, next.at <= time {
            returning.removeLast()
            serveDevicesIfDue()
            inOpening += 1
            if open(next.part) == nil {
                inOpening -= 1
                bringBackLater(next.part)
            }
        }
    }
}
