import TimingWire

/// The spectators of a load: all of them there, and what is measured of them.
extension LoadRun {
    /// Opens all that are to watch. Where there are enough and the server's process is known, those that
    /// come first and last are waited for, so that what they cost is told apart.
    func openSpectators() throws(CommandFailure) -> OpeningUsage? {
        let parts = spread()
        let began = now
        var usage: OpeningUsage?
        if try self.usage() != nil, options.spectators >= 2 * Self.measuredOpenings {
            usage = OpeningUsage()
            let first = place(ofSpectator: Self.measuredOpenings, in: parts)
            let last = place(ofSpectator: options.spectators - Self.measuredOpenings, in: parts)
            for batch in [0..<0, 0..<first, first..<last, last..<parts.count] {
                open(parts[batch], since: began)
                settle(upTo: parts[..<batch.upperBound])
                usage?.add(try self.usage()?.processor ?? .zero, updates: updates)
            }
        } else {
            open(parts[...], since: began)
        }
        report.opening = .microseconds(now - began)
        report.spectators = options.spectators
        report.stalled = options.stalled
        report.slow = options.slow
        guard
            options.spectators == 0
                || sockets.contains(where: {
                    if case .spectator? = $0?.part { true } else { false }
                })
        else {
            throw CommandFailure(
                description: "no spectator got through: \(report.firstFault ?? "no answer in time")"
            )
        }
        return usage
    }

    /// All that are to be opened, the slow and the stalled ones evenly among the others.
    private func spread() -> [LoadSocket.Part] {
        func evenly(_ count: Int, _ part: (Int) -> LoadSocket.Part) -> [(Double, LoadSocket.Part)] {
            (0..<count).map { ((Double($0) + 0.5) / Double(count), part($0)) }
        }
        let parts =
            evenly(options.spectators) { .spectator($0) } + evenly(options.slow) { .slow($0) }
            + evenly(options.stalled) { _ in .stalled }
        return parts.sorted { $0.0 < $1.0 }.map(\.1)
    }

    private func place(ofSpectator number: Int, in parts: [LoadSocket.Part]) -> Int {
        parts.firstIndex {
            if case .spectator(number) = $0 { true } else { false }
        } ?? parts.count
    }

    private func open(_ parts: ArraySlice<LoadSocket.Part>, since began: Int64) {
        waiting = parts.reversed()
        while !waiting.isEmpty || inOpening > 0, now - began < Self.patience {
            openMore()
            turn(until: now + 10_000) {
                inOpening < Self.opening && !waiting.isEmpty
            }
        }
    }

    /// Until they have had a board; for a while, as some perhaps never got through.
    private func settle(upTo parts: ArraySlice<LoadSocket.Part>) {
        let expected = parts.count {
            if case .spectator = $0 { true } else { false }
        }
        turn(until: now + Self.settling) { served >= expected }
    }

    private func openMore() {
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
        let time = now
        for number in records.indices { records[number].beginMeasuring(at: time) }
        race?.beginMeasuring()
        report.splits = -(race?.splits ?? 0)
        isMeasuring = true
    }

    func finishMeasuring(after span: Int64) {
        isMeasuring = false
        report.measured = .microseconds(span)
        let time = now
        for number in records.indices { records[number].noteGap(until: time) }
        let those = present.map { records[$0] }
        report.fewest = those.map(\.frames).min() ?? 0
        report.most = those.map(\.frames).max() ?? 0
        report.longestGap = .microseconds(those.map(\.longestGap).max() ?? 0)
        report.frames = records.reduce(0) { $0 + $1.frames }
        report.devices = options.devices
        if let race {
            report.splits += race.splits
            report.acknowledgement = race.acknowledged
            report.acknowledgementMeanwhile = race.acknowledgedMeanwhile
            report.refusal = report.refusal ?? race.refusal
        }
        report.stalledGone += sockets.count { socket in
            guard let socket, case .stalled = socket.part else { return false }
            return socket.isLetGo
        }
    }
}
