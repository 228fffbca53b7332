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

    func handle(_ number: Int, _ events: UInt32) {
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
    func open(_ part: LoadSocket.Part) -> LoadSocket? {
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

    func watch(_ socket: LoadSocket, _ number: Int, _ events: UInt32, _ call: CInt) {
        var event = unsafe epoll_event(events: events, data: epoll_data_t(u64: UInt64(number)))
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

    func ended(_ socket: LoadSocket, _ number: Int) {
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

    func bringBack() {
        while let first = returning.first, first.at <= now, inOpening < Self.opening {
            returning.removeFirst()
            inOpening += 1
            if open(first.part) == nil { inOpening -= 1 }
        }
    }
}
