import EventLoop
import SplitCore
import TimingWire

/// A spectator of one board. There is no queue: whoever is behind is sent what changed since its own
/// cursor when its socket takes it again.
final class Subscriber {
    let connection: Connection
    let id: SubscriptionID
    let clock: Subscription.Clock
    /// What the client has: the board as of this `seq`; nil before its snapshot.
    var cursor: Int64?
    /// Whether the first answer is out: that one carries the subscription's id.
    var isAnswered = false
    /// Whether the socket took nothing the last time.
    var isBehind = false
    /// Cleared when the subscription ends, also while a frame is on its way.
    var isSubscribed = true
    /// The place in its group's list.
    var index = 0

    init(connection: Connection, id: SubscriptionID, clock: Subscription.Clock) {
        self.connection = connection
        self.id = id
        self.clock = clock
    }
}

/// Subscribers who get the same frames: of one rate and one clock mode.
final class SubscriberGroup {
    struct Key: Hashable {
        var rate: Int
        var clock: Subscription.Clock
    }

    let key: Key
    private(set) var members: [Subscriber] = []
    /// What the last frame brought its receivers to.
    var base: Int64
    /// What the last frame said across the board.
    var banner: BoardBanner?
    /// When the last frame went out.
    var lastFrame: Timestamp
    /// Whether a sweep is under way.
    var isSweeping = false
    /// Where the next sweep starts, so that nobody is always the last.
    var rotation = 0

    init(key: Key, base: Int64, banner: BoardBanner?, now: Timestamp) {
        self.key = key
        self.base = base
        self.banner = banner
        lastFrame = now
    }

    func add(_ subscriber: Subscriber) {
        subscriber.index = members.count
        members.append(subscriber)
    }

    func remove(_ subscriber: Subscriber) {
        let last = members.removeLast()
        guard last !== subscriber else { return }
        members[subscriber.index] = last
        last.index = subscriber.index
    }
}
