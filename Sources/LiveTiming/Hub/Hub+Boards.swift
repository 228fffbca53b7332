import EventLoop
import SplitCore
import TimingWire

/// Boards and those who watch them.
extension Hub {
    // MARK: Joining

    func subscribe(_ client: Client, _ subscription: Subscription) {
        guard let connection = client.connection else { return }
        guard let room = rooms[subscription.track], room.state.definition != nil else {
            client.send(
                .error(
                    WireError(
                        .timing(.unknownTrack), field: "track",
                        "there is no track \(subscription.track)", id: subscription.id)))
            return
        }
        let isKnown = client.subscriptions[subscription.track] != nil
        guard isKnown || client.subscriptions.count < settings.maximumSubscriptions else {
            client.send(
                .error(
                    WireError(
                        .tooManySubscriptions,
                        "a connection watches at most \(settings.maximumSubscriptions) tracks; "
                            + "unsubscribe from one first", id: subscription.id)))
            return
        }
        unsubscribe(client, from: room.id)
        let subscriber = Subscriber(
            connection: connection, id: subscription.id, clock: subscription.clock)
        client.subscriptions[room.id] = subscriber
        whenPublished(room) { [weak self, weak client] board in
            guard let self, let client, client.connection != nil else { return }
            guard subscriber.isSubscribed else {
                // Taken back before it began, or another one has taken its place.
                return client.send(.unsubscribed(subscription.id, track: room.id))
            }
            guard let board else {
                self.unsubscribe(client, from: room.id)
                return client.send(
                    .error(
                        WireError(
                            .storageUnavailable, field: "track",
                            Self.notStored(subscription.track), id: subscription.id)))
            }
            self.join(subscriber, subscription, room, board)
        }
    }

    /// Ends what a client watches of a track, or is about to.
    func unsubscribe(_ client: Client, from track: TrackID) {
        guard let subscriber = client.subscriptions.removeValue(forKey: track) else { return }
        remove(subscriber, from: track)
    }

    private func join(
        _ subscriber: Subscriber, _ subscription: Subscription, _ room: Room, _ board: Board
    ) {
        subscriber.cursor = subscription.after.flatMap { $0.leads(to: board) ? $0.seq : nil }
        let key = SubscriberGroup.Key(rate: subscription.rate, clock: subscription.clock)
        if let group = room.broadcast.groups[key] {
            group.add(subscriber)
        } else {
            let group = SubscriberGroup(
                key: key, base: board.seq, banner: banner, now: clock.now)
            room.broadcast.groups[key] = group
            group.add(subscriber)
            awaitBeat()
        }
        catchUp(subscriber, room)
    }

    func remove(_ subscriber: Subscriber, from track: TrackID) {
        subscriber.isSubscribed = false
        guard let room = rooms[track] else { return }
        for (key, group) in room.broadcast.groups
        where group.members.indices.contains(subscriber.index)
            && group.members[subscriber.index] === subscriber
        {
            group.remove(subscriber)
            if group.members.isEmpty { room.broadcast.groups[key] = nil }
        }
    }

    /// Sends what changed since the subscriber's own cursor, or everything.
    private func catchUp(_ subscriber: Subscriber, _ room: Room) {
        guard let board = room.broadcast.published else { return }
        let cursor = subscriber.cursor.flatMap {
            board.hasChanges(since: $0, epoch: board.epoch) ? $0 : nil
        }
        let frame: SharedFrame
        switch cursor {
        case let cursor? where subscriber.isAnswered:
            statistics.catchUps += 1
            frame = room.broadcast.catchUp(
                to: board, from: cursor, clock: subscriber.clock, banner: banner, now: clock.now)
        case let cursor?:
            statistics.catchUps += 1
            frame = answer(subscriber) { head, writer in
                head.writeUpdate(of: board, since: cursor, banner: .to(banner), to: &writer)
            }
        case nil where subscriber.clock == .client:
            statistics.snapshots += 1
            frame = written(board, of: room).frame(answering: subscriber.id)
        case nil:
            statistics.snapshots += 1
            frame = answer(subscriber) { head, writer in
                head.writeSnapshot(of: board, banner: banner, to: &writer)
            }
        }
        delivered(subscriber.connection.send(frame), to: subscriber, seq: board.seq)
    }

    /// A frame of one subscriber's own.
    private func answer(
        _ subscriber: Subscriber, _ write: (BoardFrame, inout JSONWriter) -> Void
    ) -> SharedFrame {
        var writer = JSONWriter(capacity: 4096)
        write(
            BoardFrame(
                time: clock.now, clock: subscriber.clock, subscription: subscriber.id), &writer)
        return SharedFrame(writer.bytes)
    }

    /// Notes what became of a frame that leads to the board of a `seq`.
    func delivered(_ outcome: Connection.SendOutcome, to subscriber: Subscriber, seq: Int64) {
        switch outcome {
        case .sent:
            subscriber.cursor = seq
            subscriber.isAnswered = true
            subscriber.isBehind = false
            statistics.frames += 1
        case .behind:
            subscriber.isBehind = true
            statistics.framesBehind += 1
        case .gone: break
        }
    }

    /// A connection takes frames again: those of its subscriptions that are behind get their newest
    /// state.
    func writable(_ client: Client) {
        for (track, subscriber) in client.subscriptions where subscriber.isBehind {
            guard let room = rooms[track] else { continue }
            catchUp(subscriber, room)
        }
    }

    // MARK: Asked for at once

    /// Hands on a board that shows every acknowledged event, its places worked out. While the disk
    /// takes nothing or is slow, it is the last one that is safe; nil where there is none. `body` is always
    /// called.
    func whenPublished(_ room: Room, _ body: @escaping (Board?) -> Void) {
        if let board = room.broadcast.published, board.seq >= room.log.durableSeq {
            return body(board)
        }
        switch storage {
        case .healthy: break
        // What waits for the disk is another track's.
        case .slow where room.log.appliedSeq == room.log.durableSeq: break
        case .slow, .failing: return body(room.broadcast.published)
        }
        // One that was worked out at a tick may be on its way to disk already.
        guard room.broadcast.isWaiting || prepareBoard(of: room) else {
            return body(room.broadcast.published)
        }
        room.log.whenDurable(room.log.appliedSeq) { [weak self, weak room] outcome in
            guard let self, let room else { return body(nil) }
            guard case .durable = outcome else { return body(room.broadcast.published) }
            room.broadcast.publish(through: room.log.durableSeq)
            self.whenPublished(room, body)
        }
    }

    /// Why there is no board of a track yet.
    static func notStored(_ track: TrackID) -> String {
        "the track \(track) is not on disk yet, and the server's disk takes nothing now; ask again later"
    }
}
