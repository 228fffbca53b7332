import TimingWire

/// What comes over the connections of a load, and what is sent on them in time.
extension LoadRun {
    /// A fragment of a message; it lives for the length of the call.
    func take(_ frame: FrameScanner.Frame, _ socket: LoadSocket) {
        switch socket.part {
        case .spectator(let number): unsafe take(frame, of: number)
        case .slow(let number): unsafe read(frame, number)
        case .stalled: break
        case .device:
            guard let object = try? unsafe JSONReader.read(frame.payload).object else { return }
            race?.take(object, at: serverTime)
        case .probe:
            // It watches too, once those on slow lines are compared.
            unsafe read(frame, options.slow)
            unsafe takePong(frame.payload, socket)
        }
    }

    private func read(_ frame: FrameScanner.Frame, _ slow: Int) {
        unsafe slowReaders[slow].take(
            frame.payload, isFirst: frame.isFirst, isFinal: frame.isFinal)
    }

    private func take(_ frame: FrameScanner.Frame, of spectator: Int) {
        let message = unsafe frame.payload
        guard unsafe frame.isFirst else {
            if isMeasuring { report.bytes += message.count }
            return
        }
        let start = unsafe MessageStart(of: message)
        switch start {
        case .update: updates += 1
        case .snapshot: epoch = unsafe Stamp.epoch.firstText(in: message)
        case .error:
            let error = try? unsafe JSONReader.read(message).object
            report.refusal = report.refusal ?? error?["message"]?.string
            return
        case .other: return
        }
        if let seq = unsafe Stamp.seq.first(in: message) {
            if records[spectator].seq == nil { served += 1 }
            records[spectator].took(boardOf: seq)
            noteReturn(of: spectator, seq: seq)
        }
        if isMeasuring { unsafe measure(message, isUpdate: start == .update, spectator) }
    }

    private func measure(
        _ message: UnsafeRawBufferPointer, isUpdate: Bool, _ spectator: Int
    ) {
        report.bytes += message.count
        records[spectator].took(frameAt: now)
        guard isUpdate, offset != nil, let made = unsafe Stamp.time.first(in: message) else {
            return
        }
        let time = serverTime
        report.frameDelay.add(time - made)
        // Of a frame without a split of this race there is none. (One of so many splits that it comes in
        // fragments is judged by those of the first.)
        guard race != nil else { return }
        if let latest = unsafe latestSplits[made, message] { report.splitDelay.add(time - latest) }
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
