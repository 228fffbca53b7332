import EventLoop
import SplitCore
import TimingWire

/// The beat to which boards are worked out and go to those who watch.
extension Hub {
    /// Waits for the next beat at which a frame is due for anyone; called again where there is another
    /// rate. Reckoned from server time each time, so that a late beat makes none later.
    func awaitBeat() {
        beatTimer?.cancel()
        beatTimer = nil
        let rates = rooms.values.lazy.flatMap { $0.broadcast.channels.keys.lazy.map { $0.rate } }
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
        for room in rooms.values where !room.broadcast.channels.isEmpty {
            let due = room.broadcast.channels.values.filter {
                last.next(ofRate: $0.key.rate) <= beat
            }
            guard !due.isEmpty else { continue }
            guard prepareBoard(of: room) else {
                show(due, of: room)
                continue
            }
            // The frame is for a board that is not durable yet: it goes out with the commit.
            room.log.whenDurable(room.state.seq) { [weak self, weak room] outcome in
                guard let self, let room, case .durable = outcome else { return }
                room.broadcast.publish(through: room.log.durableSeq)
                self.show(due, of: room)
                self.answerBoardRequests(of: room)
            }
        }
    }

    /// Works out the board if the state has moved on. Answers whether there is one to be published.
    func prepareBoard(of room: Room) -> Bool {
        if case .failing = storage { return false }
        return room.broadcast.prepare(
            room.state, epoch: room.log.epoch, names: registry, limits: boardLimits) != nil
    }

    /// Hands the frames of these channels to the stands where someone watches.
    private func show(_ due: [Channel], of room: Room) {
        guard let board = room.broadcast.published else { return }
        let (now, banner, track) = (clock.now, banner, room.id)
        var frames: [Int: [ChannelFrame]] = [:]
        for channel in due where !channel.stands.isEmpty {
            guard let frame = channel.frame(of: board, banner: banner, now: now) else { continue }
            for stand in channel.stands { frames[stand, default: []].append(frame) }
        }
        for (stand, frames) in frames {
            stands[stand].perform { $0.show(board, banner, frames, of: track) }
        }
    }

    // MARK: What is watched

    /// A stand has the first one who watches a track in this way, and who has the board of a `seq`, with a banner.
    func begin(
        _ key: SubscriberGroup.Key, of track: TrackID, for stand: Int, at seq: Int64,
        _ banner: BoardBanner?
    ) {
        guard let broadcast = rooms[track]?.broadcast else { return }
        if let channel = broadcast.channels[key] {
            channel.add(stand, at: seq, banner)
        } else {
            broadcast.channels[key] = Channel(
                key, for: stand, at: seq, banner, now: clock.now)
            awaitBeat()
        }
    }

    /// The last one of a stand has gone.
    func end(_ key: SubscriberGroup.Key, of track: TrackID, for stand: Int) {
        guard let broadcast = rooms[track]?.broadcast, let channel = broadcast.channels[key] else {
            return
        }
        channel.stands.remove(stand)
        if channel.stands.isEmpty { broadcast.channels[key] = nil }
    }
}
