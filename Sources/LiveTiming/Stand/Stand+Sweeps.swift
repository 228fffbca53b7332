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
            sweepNumber += 1
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
                guard let subscriber, subscriber.key == sweep.group.key, sweep.isFor(subscriber)
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
            loop.send(frame, to: receivers.map { $0[0].connection }) { place, outcome in
                for (subscriber, index) in zip(receivers[place], due) {
                    delivered(outcome, to: subscriber, seq: sweeps[index].seq)
                    subscriber.servedBy = sweeps[index].number
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
        let count = sweep.members.count
        let end = min(first + Self.sweepSlice, count)
        for position in first..<end {
            let turned = sweep.start + position
            let subscriber = sweep.members[turned < count ? turned : turned - count]
            if sweep.isFor(subscriber) { slice.add(subscriber) }
        }
        loop.send(sweep.frame.frame, to: slice.connections) { place, outcome in
            delivered(outcome, to: slice.subscribers[place], seq: sweep.seq)
        }
        slice.removeAll()
        guard end < count else {
            sweep.group.isSweeping = false
            return
        }
        loop.defer { [weak self] in self?.sweep(sweep, from: end) }
    }
}

/// A frame on its way to the members of a group.
struct Sweep {
    /// Another one each time.
    let number: Int
    let frame: ChannelFrame
    /// The board that it leads to.
    let seq: Int64
    let group: SubscriberGroup
    /// As they are when it begins.
    private(set) var members: [Subscriber] = []
    /// Another place each time, so that nobody is always the last.
    private(set) var start = 0

    init(
        _ number: Int, _ frame: ChannelFrame, seq: Int64, _ banner: BoardBanner?,
        to group: SubscriberGroup
    ) {
        self.number = number
        self.frame = frame
        self.seq = seq
        self.group = group
        group.isSweeping = true
        group.base = seq
        group.banner = banner
    }

    mutating func begin() {
        members = group.members
        group.rotation &+= 1
        start = members.isEmpty ? 0 : group.rotation &* 7919 % members.count
    }

    /// Who is behind is sent its own; who joined since has a newer board already.
    func isFor(_ subscriber: Subscriber) -> Bool {
        guard subscriber.isSubscribed, !subscriber.isBehind, subscriber.servedBy != number,
            let cursor = subscriber.cursor
        else {
            return false
        }
        return cursor >= frame.base && cursor <= seq
    }
}

/// Those that a slice of a sweep goes to, and their connections, in the same order.
struct SweepSlice {
    private(set) var subscribers: [Subscriber] = []
    private(set) var connections: [Connection] = []

    mutating func add(_ subscriber: Subscriber) {
        subscribers.append(subscriber)
        connections.append(subscriber.connection)
    }

    /// Keeps the memory for the next slice.
    mutating func removeAll() {
        subscribers.removeAll(keepingCapacity: true)
        connections.removeAll(keepingCapacity: true)
    }
}
