import EventLoop
import SplitCore

/// Those who are behind.
///
/// Their sockets are let run nearly empty before they are sent anything more. What went in behind old frames would be old
/// itself when it arrives, and what the socket does not take would have to be kept for each of them. Laggards are
/// served together, so that those who stand near each other share a frame. A slow line takes nothing but such frames, long
/// ones, and seconds for each; those leave together for all slow lines, so that few have to be kept at a time.
extension Stand {
    /// How often laggards are looked at.
    static let laggardsPeriod = Duration.milliseconds(100)
    /// Bytes that a socket may still have to send: at 10 KB a second it does not run dry within a period.
    static let laggardsBacklog = 4096
    /// Looks after which long frames leave for slow lines.
    static let looksBetweenLongFrames = 20
    /// Changes that make no long frame yet.
    static let fewChanges: Int64 = 32
    /// Laggards in one turn of the loop. Few: what each is sent is long, and a frame for everyone else may be going round.
    private static let laggardsSlice = 16

    /// A connection takes frames again: those of its subscriptions that are behind will be sent their newest
    /// state.
    func writable(_ peer: Peer) {
        for subscriber in peer.subscribers where subscriber.isBehind { add(subscriber) }
    }

    private func add(_ laggard: Subscriber) {
        if laggards.isEmpty {
            loop.schedule(after: Self.laggardsPeriod) { [weak self] in
                guard let self else { return }
                let due = laggards
                laggards = []
                laggardsLook += 1
                serve(due[...])
            }
        }
        laggards.append(laggard)
    }

    /// A slice in one turn of the loop; then it does its other work.
    private func serve(_ due: ArraySlice<Subscriber>) {
        for laggard in due.prefix(Self.laggardsSlice)
        where laggard.isSubscribed && laggard.isBehind {
            guard let audience = audiences[laggard.track] else { continue }
            if isDue(laggard, in: audience.board) {
                catchUp(laggard, audience, from: sharedPlace(of: laggard, in: audience.board))
            } else {
                add(laggard)
            }
        }
        let rest = due.dropFirst(Self.laggardsSlice)
        if !rest.isEmpty { loop.defer { [weak self] in self?.serve(rest) } }
    }

    private func isDue(_ laggard: Subscriber, in board: Board) -> Bool {
        let missed = laggard.cursor.map { board.seq - $0 } ?? .max
        return Self.leaves(missed, onSlowLine: laggard.isOnSlowLine, at: laggardsLook)
            && laggard.connection.unsentBytes <= Self.laggardsBacklog
    }

    /// Whether a frame about so many changes leaves at a look.
    static func leaves(_ changes: Int64, onSlowLine: Bool, at look: Int) -> Bool {
        !onSlowLine || changes <= fewChanges || look % looksBetweenLongFrames == 0
    }

    private func sharedPlace(of laggard: Subscriber, in board: Board) -> Int64? {
        guard let cursor = laggard.cursor else { return nil }
        let place = Self.sharedPlace(of: cursor, behind: board.seq)
        return board.hasChanges(since: place, epoch: board.epoch) ? place : cursor
    }

    /// A place that many share, at most twice as far behind as the cursor is: what changed since then tells one who
    /// knows a part of it the same.
    static func sharedPlace(of cursor: Int64, behind seq: Int64) -> Int64 {
        let lag = seq - cursor
        guard lag > 2 else { return cursor }
        return seq - 1 << (Int64.bitWidth - (lag - 1).leadingZeroBitCount)
    }
}
