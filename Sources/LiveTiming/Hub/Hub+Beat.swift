import EventLoop
import SplitCore
import TimingWire

/// The beat to which boards are worked out and go to those who watch.
extension Hub {
    /// Sends in one turn of the loop; then it does its other work.
    static let sweepSlice = 512

    /// Waits for the next beat at which a frame is due for anyone; called again where there is another
    /// rate. Reckoned from server time each time, so that a late beat makes none later.
    func awaitBeat() {
        beatTimer?.cancel()
        beatTimer = nil
        let rates = rooms.values.lazy.flatMap(\.broadcast.groups.keys).map(\.rate)
        guard let next = rates.map({ self.beat.next(ofRate: $0) }).min() else { return }
        let wait = max(.zero, next.instant - clock.now)
        beatTimer = loop.schedule(after: .microseconds(wait.microseconds)) { [weak self] in
            self?.advanceBeat()
        }
    }

    /// Works out the boards that someone watches, and sends what has become due since the last beat.
    private func advanceBeat() {
        let last = beat
        beat = max(last, Beat(at: clock.now))
        defer { awaitBeat() }
        for room in rooms.values where !room.broadcast.groups.isEmpty {
            room.broadcast.forgetCatchUps()
            let due = room.broadcast.groups.values.filter {
                last.next(ofRate: $0.key.rate) <= beat && !$0.isSweeping
            }
            guard !due.isEmpty else { continue }
            guard prepareBoard(of: room) else {
                for group in due { send(to: group, room) }
                continue
            }
            // The frame is for a board that is not durable yet: it goes out with the commit.
            room.log.whenDurable(room.state.seq) { [weak self, weak room] outcome in
                guard let self, let room, case .durable = outcome else { return }
                // Working out the board took its time of this turn: frames are for the next one.
                self.loop.defer { [weak self, weak room] in
                    guard let self, let room else { return }
                    room.broadcast.publish(through: room.log.durableSeq)
                    for group in due where !group.isSweeping { self.send(to: group, room) }
                }
            }
        }
    }

    /// Works out the board if the state has moved on. Answers whether there is one to be published.
    func prepareBoard(of room: Room) -> Bool {
        if case .failing = storage { return false }
        return room.broadcast.prepare(
            room.state, epoch: room.log.epoch, names: registry, limits: boardLimits) != nil
    }

    private func send(to group: SubscriberGroup, _ room: Room) {
        guard let board = room.broadcast.published, !group.members.isEmpty else { return }
        let now = clock.now
        let isOld = now - group.lastFrame >= .seconds(1)
        let bannerChanged = group.banner != banner
        guard board.seq > group.base || bannerChanged || isOld || group.key.clock == .server else {
            return
        }
        var writer = JSONWriter(capacity: 4096)
        let head = BoardFrame(time: now, clock: group.key.clock)
        let base: Int64
        if board.hasChanges(since: group.base, epoch: board.epoch) {
            base = group.base
            head.writeUpdate(
                of: board, since: base, banner: bannerChanged ? .to(banner) : .unchanged,
                to: &writer)
        } else {
            // More has gone since the last frame than is remembered: a whole board is for everyone.
            base = .min
            head.writeSnapshot(of: board, banner: banner, to: &writer)
        }
        group.lastFrame = now
        group.base = board.seq
        group.banner = banner
        group.isSweeping = true
        group.rotation &+= 1
        let members = group.members
        sweep(
            Sweep(
                frame: SharedFrame(writer.bytes), base: base, seq: board.seq, members: members,
                start: members.count > 0 ? group.rotation &* 7919 % members.count : 0),
            from: 0, group)
    }

    /// A frame on its way to the members of a group.
    private struct Sweep {
        var frame: SharedFrame
        var base: Int64
        var seq: Int64
        var members: [Subscriber]
        /// Another place each time, so that nobody is always the last.
        var start: Int
    }

    /// Sends a slice, and comes back for the next when the loop has done its other work.
    private func sweep(_ sweep: Sweep, from first: Int, _ group: SubscriberGroup) {
        let count = sweep.members.count
        let end = min(first + Self.sweepSlice, count)
        for position in first..<end {
            let turned = sweep.start + position
            let subscriber = sweep.members[turned < count ? turned : turned - count]
            // Who is behind is sent its own; who joined since has a newer board already.
            guard subscriber.isSubscribed, !subscriber.isBehind, let cursor = subscriber.cursor,
                cursor >= sweep.base, cursor <= sweep.seq
            else { continue }
            slice.add(subscriber)
        }
        loop.send(sweep.frame, to: slice.connections) { place, outcome in
            delivered(outcome, to: slice.subscribers[place], seq: sweep.seq)
        }
        slice.removeAll()
        guard end < count else {
            group.isSweeping = false
            return
        }
        loop.defer { [weak self] in self?.sweep(sweep, from: end, group) }
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
