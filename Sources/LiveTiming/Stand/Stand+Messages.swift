import EventLoop
import SplitCore
import TimingWire

/// What clients say, and what the hub has to say to them.
extension Stand {
    /// Messages in a row that could not be read, after which a client is sent away.
    static let unreadableLimit = 32

    func received(_ message: UnsafeRawBufferPointer, from peer: Peer) {
        let arrival = clock.now
        do throws(WireError) {
            // The loop keeps the bytes for the length of the call.
            let message = unsafe try ClientMessage(reading: message)
            peer.unreadable = 0
            take(message, from: peer, at: arrival)
        } catch {
            peer.send(.error(error))
            peer.unreadable += 1
            if peer.unreadable >= Self.unreadableLimit {
                peer.close(.protocolError, "too many messages that could not be read")
            }
        }
    }

    private func take(_ message: ClientMessage, from peer: Peer, at arrival: Timestamp) {
        switch message {
        case .hello(let hello):
            peer.hasSaidHello = true
            let address = peer.connection.remoteAddress
            pass(peer) { $0.greet(hello, from: $1, address: address, at: arrival) }
        case .command(let command):
            pass(peer) { $0.take(command, from: $1, at: arrival) }
        case .deviceStatus(let status):
            pass(peer) { $0.note(status, from: $1, at: arrival) }
        case .ping(let t0):
            peer.send(.pong(t0: t0, t1: arrival, t2: clock.now))
            noteSign(from: peer, at: arrival)
        case .subscribe(let subscription):
            subscribe(peer, subscription)
            noteSign(from: peer, at: arrival)
        case .unsubscribe(let id, let track):
            unsubscribe(peer, from: track)
            peer.send(.unsubscribed(id, track: track))
            noteSign(from: peer, at: arrival)
        }
    }

    private func pass(_ peer: Peer, _ work: @escaping @Sendable (Hub, ClientID) -> Void) {
        peer.hasSpoken = true
        let id = peer.id
        hub.perform { work($0, id) }
    }

    /// Race control sees when a device was last heard of.
    private func noteSign(from peer: Peer, at arrival: Timestamp) {
        guard peer.role >= .timer else { return }
        pass(peer) { $0.heard(from: $1, at: arrival) }
    }

    // MARK: From the hub

    func send(_ message: ServerMessage, to id: ConnectionID) {
        peer(id)?.send(message)
    }

    /// A client has a role from now on.
    func welcome(_ id: ConnectionID, as role: Role, _ message: ServerMessage) {
        guard let peer = peer(id) else { return }
        peer.role = role
        // A split does not wait for what spectators do.
        if role >= .timer { peer.connection.leaveCrowd() }
        desks[id] = role >= .control ? peer : nil
        peer.send(message)
    }

    /// Tells race control, of those who watch the track.
    func tellDesks(_ notices: [Notice], of track: TrackID) {
        for desk in desks.values where desk.subscribers.contains(where: { $0.track == track }) {
            for notice in notices { desk.send(.notice(notice)) }
        }
    }

    /// Tells everyone who watches the track.
    func tellAll(_ notice: Notice, of track: TrackID) {
        guard let audience = audiences[track] else { return }
        let frame = SharedFrame(.notice(notice))
        for group in audience.groups.values {
            for subscriber in group.subscribers { subscriber.connection.enqueue(frame) }
        }
    }
}
