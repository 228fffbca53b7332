import EventLoop
import SplitCore
import TimingWire

/// A frame for all who watch a track at one rate and in one clock mode; from the hub to every stand that
/// has any.
struct ChannelFrame: Sendable {
    var key: SubscriberGroup.Key
    var frame: SharedFrame
    /// It is for everyone at or after this `seq`.
    var base: Int64
    /// Whether it says what is across the board; else that is as it was.
    var tellsBanner: Bool
}

/// Frames on their way to those who watch.
extension Stand {
    /// Sends in one turn of the loop; then it does its other work.
    static let sweepSlice = 512

    /// A beat: the board as it is now, and the frames that are due.
    func show(
        _ board: Board, _ banner: BoardBanner?, _ frames: [ChannelFrame], of track: TrackID
    ) {
        guard let audience = audiences[track] else { return }
        audience.show(board, banner)
        for frame in frames {
            guard let group = audience.groups[frame.key] else { continue }
            guard !group.isSweeping else {
                // The loop has more to send than it can: the next frame says what this one would have.
                figures.beatsMissed += 1
                continue
            }
            let isEnough =
                frame.base <= group.base && (frame.tellsBanner || group.banner == banner)
            let frame = isEnough ? frame : wholeFrame(for: group, of: audience)
            sweepNumber = max(1, sweepNumber &+ 1)
            add(Sweep(sweepNumber, frame, seq: board.seq, banner, to: group))
        }
    }

    /// For a group that missed frames: from where it stands.
    private func wholeFrame(for group: SubscriberGroup, of audience: Audience) -> ChannelFrame {
        let board = audience.board
        let hasChanges = board.hasChanges(since: group.base, epoch: board.epoch)
        let head = BoardFrame(time: clock.now, clock: group.key.clock)
        return ChannelFrame(
            key: group.key,
            frame: head.frame { head, writer in
                if hasChanges {
                    head.writeUpdate(
                        of: board, since: group.base, banner: .to(audience.banner), to: &writer)
                } else {
                    head.writeSnapshot(of: board, banner: audience.banner, to: &writer)
                }
            }, base: hasChanges ? group.base : .min, tellsBanner: true)
    }

    /// Has a sweep begin with the next turn, together with the others of this one.
    private func add(_ sweep: Sweep) {
        if sweeps.isEmpty { loop.defer { [weak self] in self?.beginSweeps() } }
        sweeps.append(sweep)
    }

    private func beginSweeps() {
        var begun = sweeps
        sweeps = []
        for index in begun.indices { begun[index].begin() }
        let peers = begun.count > 1 ? Array(watchersOfSeveral.values) : []
        sendJoined(begun, to: peers[...])
    }

    /// Frames that are due for one connection go out in one write, the same one for all who watch the same. A
    /// slice at a time; each sweep follows, for everyone else.
    private func sendJoined(_ sweeps: [Sweep], to peers: ArraySlice<Peer>) {
        var receivers: [[Int]: [[Subscriber]]] = [:]
        for peer in peers.prefix(Self.sweepSlice) {
            var (due, subscribers): ([Int], [Subscriber]) = ([], [])
            for (number, sweep) in sweeps.enumerated() {
                let subscriber = peer.subscribers.first { $0.track == sweep.group.track }
                guard let subscriber, subscriber.group === sweep.group,
                    sweep.group.awaits(sweep, at: subscriber.place)
                else { continue }
                due.append(number)
                subscribers.append(subscriber)
            }
            if due.count > 1 { receivers[due, default: []].append(subscribers) }
        }
        for (due, receivers) in receivers {
            guard let frame = SharedFrame(joining: due.map { sweeps[$0].frame.frame }) else {
                continue
            }
            loop.send(frame, to: receivers.map { $0[0].connection.seat }) { place, outcome in
                for (subscriber, index) in zip(receivers[place], due) {
                    delivered(outcome, to: subscriber, seq: sweeps[index].seq)
                    sweeps[index].group.served(subscriber, by: sweeps[index])
                }
            }
        }
        let rest = peers.dropFirst(Self.sweepSlice)
        if rest.isEmpty {
            for sweep in sweeps { self.sweep(sweep, from: 0) }
        } else {
            loop.defer { [weak self] in self?.sendJoined(sweeps, to: rest) }
        }
    }

    /// Sends a slice, and comes back for the next when the loop has done its other work.
    private func sweep(_ sweep: Sweep, from first: Int) {
        let end = min(first + Self.sweepSlice, sweep.count)
        let group = sweep.group
        group.take(first..<end, of: sweep, into: &slice)
        loop.send(sweep.frame.frame, to: slice.seats) { index, outcome in
            figures.add(outcome)
            group.delivered(outcome, at: slice.places[index], seq: sweep.seq)
        }
        slice.removeAll()
        guard end < sweep.count else { return group.endSweep() }
        loop.defer { [weak self] in self?.sweep(sweep, from: end) }
    }
}

/// A frame on its way to the members of a group.
struct Sweep {
    /// Another one each time.
    let number: UInt32
    let frame: ChannelFrame
    /// The board that it leads to.
    let seq: Int64
    let group: SubscriberGroup
    /// Of the members when it begins.
    private(set) var count = 0
    /// Another place each time, so that nobody is always the last.
    private(set) var start = 0

    init(
        _ number: UInt32, _ frame: ChannelFrame, seq: Int64, _ banner: BoardBanner?,
        to group: SubscriberGroup
    ) {
        self.number = number
        self.frame = frame
        self.seq = seq
        self.group = group
        group.beginSweep(to: seq, banner)
    }

    mutating func begin() {
        (count, start) = group.turn()
    }

    /// The place in the group of the one that is a number of steps from where it starts.
    func place(_ position: Int) -> Int {
        let turned = start + position
        return turned < count ? turned : turned - count
    }

    /// Who is behind is sent its own; who joined since has a newer board already; who left has no cursor.
    func isFor(_ member: Member) -> Bool {
        guard !member.isBehind, member.servedBy != number, let cursor = member.cursor else {
            return false
        }
        return cursor >= frame.base && cursor <= seq
    }
}

/// Members that a slice of a sweep goes to: their places in the group, and their seats, in the same order.
struct SweepSlice {
    private(set) var places: [Int] = []
    private(set) var seats: [Connection.Seat] = []

    mutating func add(_ seat: Connection.Seat, at place: Int) {
        places.append(place)
        seats.append(seat)
    }

    /// Keeps the memory for the next slice.
    mutating func removeAll() {
        places.removeAll(keepingCapacity: true)
        seats.removeAll(keepingCapacity: true)
    }
}
