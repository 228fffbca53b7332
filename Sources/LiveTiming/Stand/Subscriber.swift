import EventLoop
import SplitCore
import TimingWire

/// A spectator of one board. There is no queue: whoever is behind is sent what changed since its own
/// cursor when its socket takes it again.
final class Subscriber {
    let connection: Connection
    let track: TrackID
    let key: SubscriberGroup.Key
    /// Of the subscription, until its first answer is out: that one carries it.
    var unanswered: SubscriptionID?
    /// What the client has: the board as of this `seq`; nil before its snapshot.
    var cursor: Int64?
    /// Whether the socket took nothing the last time.
    var isBehind = false
    /// The sweep whose frame went to it already, together with another one.
    var servedBy: Int?
    /// Cleared when the subscription ends, also while a frame is on its way.
    var isSubscribed = true
    /// The place in its group's list; nil while it waits for its first board.
    var place: Int?

    init(_ subscription: Subscription, over connection: Connection) {
        self.connection = connection
        track = subscription.track
        key = SubscriberGroup.Key(rate: subscription.rate, clock: subscription.clock)
        unanswered = subscription.id
    }
}

/// Subscribers who get the same frames: of one rate and one clock mode.
final class SubscriberGroup {
    struct Key: Hashable, Sendable {
        var rate: Int
        var clock: Subscription.Clock
    }

    let track: TrackID
    let key: Key
    private(set) var members: [Subscriber] = []
    /// What the last frame brought its receivers to.
    var base: Int64
    /// What the last frame said across the board.
    var banner: BoardBanner?
    /// Whether a sweep is under way.
    var isSweeping = false
    /// Where the next sweep starts, so that nobody is always the last.
    var rotation = 0

    init(_ key: Key, of track: TrackID, base: Int64, banner: BoardBanner?) {
        self.track = track
        self.key = key
        self.base = base
        self.banner = banner
    }

    func add(_ subscriber: Subscriber) {
        subscriber.place = members.count
        members.append(subscriber)
    }

    func remove(_ subscriber: Subscriber) {
        guard let place = subscriber.place else { return }
        subscriber.place = nil
        let last = members.removeLast()
        guard last !== subscriber else { return }
        members[place] = last
        last.place = place
    }
}
