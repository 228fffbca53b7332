/// Spectators that lose their connections all at once, and come back.
extension LoadRun {
    /// Cuts everyone off when that is due.
    func cutIfDue() {
        let time = now
        guard cutDue <= time else { return }
        cutDue = .max
        flood = Flood(
            began: time, seq: records.lazy.compactMap(\.seq).max() ?? 0, away: 0,
            processor: (try? usage())?.processor)
        race?.isFlooded = true
        for (number, socket) in sockets.enumerated() {
            guard let socket, socket.phase == .open, case .spectator(let spectator) = socket.part
            else { continue }
            serveDevicesIfDue()
            socket.cut()
            drop(socket, number)
            flood!.away += 1
            records[spectator].wasCut(at: time)
            returning.append((comeback(of: socket.part), socket.part))
        }
        report.cut = flood!.away
        returning.sort { $0.at > $1.at }
    }

    /// A spectator has a board.
    func noteReturn(of spectator: Int, seq: Int64) {
        guard let cutAt = records[spectator].cutAt, let flood, seq >= flood.seq else { return }
        let time = now
        records[spectator].isBack()
        report.back.add(time - cutAt)
        self.flood!.away -= 1
        guard self.flood!.away == 0 else { return }
        race?.isFlooded = false
        if let before = flood.processor, let after = (try? usage())?.processor {
            report.processorOfReturn = (after - before) / report.cut
        }
        self.flood = nil
    }

    /// When a lost one connects again: after a random wait, so that not all come at the same moment.
    func comeback(of part: LoadSocket.Part) -> Int64 {
        let first = Int64(options.returnWithin) * 1000
        let longest =
            if case .spectator(let number) = part { records[number].longestWait(first: first) } else
            { first }
        return now + .random(in: 0...longest)
    }
}
