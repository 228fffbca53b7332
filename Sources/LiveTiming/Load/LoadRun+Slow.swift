import SplitCore
import TimingWire

/// Spectators over slow lines: they read so many bytes a second, and are to end on the true board.
extension LoadRun {
    /// Reads of each in a second. A tenth of them read at a time, so that nobody else waits for that.
    private static let slowReads = 10

    func slowOpened(_ slow: Int, _ number: Int) {
        slowNumbers[slow] = number
        if nextSlow == .max { nextSlow = now }
    }

    func readSlow() {
        let time = now
        while nextSlow <= time {
            nextSlow += 1_000_000 / Int64(Self.slowReads * Self.slowReads)
            slowTurn = (slowTurn + 1) % Self.slowReads
            for slow in stride(from: slowTurn, to: options.slow, by: Self.slowReads) {
                guard let number = slowNumbers[slow], let socket = sockets[number] else { continue }
                let bytes = options.slowRate / Self.slowReads
                // The buffer is longer than that.
                unsafe socket.read(
                    into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<bytes]), all: false,
                    opened: {}, message: { unsafe take($0, socket) })
                if socket.isEnded { ended(socket, number) }
            }
        }
    }

    /// Ends the race, and sees whether all of them come to the board that the server has then.
    func judgeSlow() throws(CommandFailure) {
        nextSplit = .max
        if race != nil { try wait(for: "the last splits") { race!.isAnswered } }
        guard let probe, let track = watchedTrack else { return }
        probe.send(.subscribe(Subscription(id: "load", track: track)))
        try wait(for: "the board") { slowReaders.last!.seq != nil }
        let limit = now + Self.patience
        while now < limit, slowReaders.contains(where: { $0.seq != slowReaders.last!.seq }) {
            turn(until: now + 10_000)
        }
        var truth = slowReaders.removeLast()
        guard let board = truth.document else { return }
        for number in slowReaders.indices where slowReaders[number].shows(board) {
            report.slowTrue += 1
        }
        report.slowFault = slowReaders.lazy.compactMap(\.fault).first
    }
}
