import EventLoop
import SplitCore
import TimingWire

/// Those who begin and cease to watch a board.
extension Stand {
    func subscribe(_ peer: Peer, _ subscription: Subscription) {
        unsubscribe(peer, from: subscription.track)
        guard peer.subscribers.count < settings.maximumSubscriptions else {
            return peer.send(
                .error(
                    WireError(
                        .tooManySubscriptions,
                        "a connection watches at most \(settings.maximumSubscriptions) tracks; "
                            + "unsubscribe from one first", id: subscription.id)))
        }
        let subscriber = Subscriber(subscription, over: peer.connection)
        peer.subscribers.append(subscriber)
        if peer.subscribers.count > 1 { watchersOfSeveral[peer.id.connection] = peer }
        figures.subscribers += 1
        let (waiting, number) = (LoopBound(subscriber), number)
        hub.perform { hub in
            hub.board(of: subscription.track, for: number) { stand, board, banner in
                stand.join(waiting.value, subscription, board, banner)
            } orElse: { stand, error in
                stand.refuse(waiting.value, subscription, error)
            }
        }
    }

    /// Ends what a client watches of a track, or is about to.
    func unsubscribe(_ peer: Peer, from track: TrackID) {
        guard let index = peer.subscribers.firstIndex(where: { $0.track == track }) else { return }
        leave(peer.subscribers.remove(at: index))
        if peer.subscribers.count < 2 { watchersOfSeveral[peer.id.connection] = nil }
    }

    private func refuse(_ subscriber: Subscriber, _ subscription: Subscription, _ error: WireError)
    {
        guard let peer = waiting(subscriber, subscription) else { return }
        unsubscribe(peer, from: subscriber.track)
        var error = error
        error.id = subscription.id
        peer.send(.error(error))
    }

    /// Who still waits for the answer of the hub. A subscription that was taken back before it began, or
    /// whose place another one has taken, ends with that.
    private func waiting(_ subscriber: Subscriber, _ subscription: Subscription) -> Peer? {
        guard let peer = subscriber.connection.context as? Peer else { return nil }
        if subscriber.isSubscribed { return peer }
        peer.send(.unsubscribed(subscription.id, track: subscription.track))
        return nil
    }

    private func join(
        _ subscriber: Subscriber, _ subscription: Subscription, _ board: Board,
        _ banner: BoardBanner?
    ) {
        guard waiting(subscriber, subscription) != nil else { return }
        let audience = audience(of: subscription.track, board, banner)
        let cursor = subscription.after.flatMap { $0.leads(to: board) ? $0.seq : nil }
        let key = subscriber.key
        if let group = audience.groups[key] {
            group.add(subscriber, at: cursor)
        } else {
            let group = SubscriberGroup(key, of: audience.track, base: board.seq, banner: banner)
            audience.groups[key] = group
            group.add(subscriber, at: cursor)
            let (track, number, seq) = (audience.track, number, board.seq)
            hub.perform { $0.begin(key, of: track, for: number, at: seq, banner) }
        }
        catchUp(subscriber, audience, from: cursor)
    }

    private func audience(of track: TrackID, _ board: Board, _ banner: BoardBanner?) -> Audience {
        if let audience = audiences[track] {
            if audience.board.seq != board.seq || audience.banner != banner {
                audience.show(board, banner)
            }
            return audience
        }
        let audience = Audience(track, board: board, banner: banner)
        audiences[track] = audience
        return audience
    }

    func leave(_ subscriber: Subscriber) {
        subscriber.isSubscribed = false
        figures.subscribers -= 1
        guard let audience = audiences[subscriber.track], let group = subscriber.group else {
            return
        }
        group.remove(subscriber)
        guard group.isEmpty else { return }
        audience.groups[group.key] = nil
        if audience.groups.isEmpty { audiences[audience.track] = nil }
        let (key, track, number) = (group.key, audience.track, number)
        hub.perform { $0.end(key, of: track, for: number) }
    }

    /// Sends what changed since a `seq` that the subscriber has come to, or everything.
    func catchUp(_ subscriber: Subscriber, _ audience: Audience, from place: Int64?) {
        let (board, banner) = (audience.board, audience.banner)
        let cursor = place.flatMap {
            board.hasChanges(since: $0, epoch: board.epoch) ? $0 : nil
        }
        let clock = subscriber.key.clock
        let head = BoardFrame(
            time: self.clock.now, clock: clock, subscription: subscriber.unanswered)
        let frame: SharedFrame
        switch (cursor, subscriber.unanswered) {
        case (let cursor?, let id):
            figures.catchUps += 1
            let answer = audience.catchUp(from: cursor, clock: clock, now: head.time)
            frame = id.map { answer.frame(answering: $0) } ?? answer.frame
        case (nil, let id) where clock == .client:
            figures.snapshots += 1
            let answer = audience.snapshot(now: head.time)
            frame = id.map { answer.frame(answering: $0) } ?? answer.frame
        case (nil, _):
            figures.snapshots += 1
            frame = head.frame { $0.writeSnapshot(of: board, banner: banner, to: &$1) }
        }
        subscriber.caughtUpTo = board.seq
        delivered(subscriber.connection.send(frame), to: subscriber, seq: board.seq)
    }

    /// Notes what became of a frame that leads to the board of a `seq`.
    func delivered(_ outcome: Connection.SendOutcome, to subscriber: Subscriber, seq: Int64) {
        if outcome == .sent { subscriber.unanswered = nil }
        figures.add(outcome)
        if let group = subscriber.group { group.delivered(outcome, at: subscriber.place, seq: seq) }
    }
}
