import TimingWire

/// What comes over the connections of a load, and what is sent on them in time.
extension LoadRun {
    func take(_ message: UnsafeRawBufferPointer, isFirst: Bool, _ socket: LoadSocket) {
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

    func measure(_ message: UnsafeRawBufferPointer, isFirst: Bool, _ spectator: Int) {
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
    func takePong(_ message: UnsafeRawBufferPointer, _ socket: LoadSocket) {
        guard let pong = try? unsafe JSONReader.read(message).object, let t0 = pong["t0"]?.integer,
            let t1 = pong["t1"]?.integer, let t2 = pong["t2"]?.integer
        else { return }
        let t3 = now
        // What a server says may be any number.
        let delay = (t3 &- t0) &- (t2 &- t1)
        if offset.map({ delay < $0.delay }) ?? true {
            offset = (((t1 &- t0) &+ (t2 &- t3)) / 2, delay)
        }
        answeredPings += 1
        if answeredPings < Self.pings { socket.send(.ping(t0: t3)) }
    }

    func sendDueSplits() {
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
}
