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
    /// What it was sent last for itself, or with others who were behind, leads to the board of this `seq`.
    var caughtUpTo: Int64?
    /// Cleared when the subscription ends, also while a frame is on its way.
    var isSubscribed = true
    /// Nil while it waits for its first board, and once it has left.
    fileprivate(set) var group: SubscriberGroup?
    /// In its group's list.
    fileprivate(set) var place = 0

    init(_ subscription: Subscription, over connection: Connection) {
        self.connection = connection
        track = subscription.track
        key = SubscriberGroup.Key(rate: subscription.rate, clock: subscription.clock)
        unanswered = subscription.id
    }

    /// What the client has: the board as of this `seq`; nil before its snapshot.
    var cursor: Int64? { group?.members[place].cursor }
    /// Whether the socket took nothing the last time.
    var isBehind: Bool { group?.members[place].isBehind ?? false }
    /// Whether no frame for all has gone out to it since it was caught up.
    var isOnSlowLine: Bool { isBehind && cursor == caughtUpTo }
}

/// Subscribers who get the same frames: of one rate and one clock mode.
final class SubscriberGroup {
    struct Key: Hashable, Sendable {
        var rate: Int
        var clock: Subscription.Clock
    }

    let track: TrackID
    let key: Key
    fileprivate private(set) var members: [Member] = []
    /// Places of members that left during a sweep, which is not to lose its own place by that.
    private var vacated: [Int] = []
    /// What the last frame brought its receivers to.
    private(set) var base: Int64
    /// What the last frame said across the board.
    private(set) var banner: BoardBanner?
    /// Whether a sweep is under way.
    private(set) var isSweeping = false
    private var rotation = 0

    init(_ key: Key, of track: TrackID, base: Int64, banner: BoardBanner?) {
        self.track = track
        self.key = key
        self.base = base
        self.banner = banner
    }

    var isEmpty: Bool { members.count == vacated.count }
    var subscribers: [Subscriber] { members.compactMap(\.subscriber) }

    func add(_ subscriber: Subscriber, at cursor: Int64?) {
        (subscriber.group, subscriber.place) = (self, members.count)
        members.append(Member(subscriber, at: cursor))
    }

    func remove(_ subscriber: Subscriber) {
        subscriber.group = nil
        if isSweeping {
            members[subscriber.place].leave()
            vacated.append(subscriber.place)
        } else {
            close(subscriber.place)
        }
    }

    /// Has the last one move up.
    private func close(_ place: Int) {
        let last = members.removeLast()
        guard place < members.count else { return }
        members[place] = last
        last.subscriber?.place = place
    }

    /// Notes what became of a frame that leads to the board of a `seq`.
    func delivered(_ outcome: Connection.SendOutcome, at place: Int, seq: Int64) {
        members[place].delivered(outcome, seq)
    }

    // MARK: Sweeps

    func beginSweep(to seq: Int64, _ banner: BoardBanner?) {
        isSweeping = true
        base = seq
        self.banner = banner
    }

    /// How many are members now, and where a sweep over them starts: elsewhere each time, so that nobody is always
    /// the last.
    func turn() -> (count: Int, start: Int) {
        rotation &+= 1
        return (members.count, members.isEmpty ? 0 : rotation &* 7919 % members.count)
    }

    /// Adds those to `slice` that the frame of a sweep is for, of a range of its positions.
    func take(_ positions: Range<Int>, of sweep: Sweep, into slice: inout SweepSlice) {
        for position in positions {
            let place = sweep.place(position)
            if sweep.isFor(members[place]) { slice.add(members[place].seat, at: place) }
        }
    }

    func awaits(_ sweep: Sweep, at place: Int) -> Bool {
        sweep.isFor(members[place])
    }

    /// Notes that a sweep need not come to a subscriber any more.
    func served(_ subscriber: Subscriber, by sweep: Sweep) {
        if subscriber.group === self { members[subscriber.place].servedBy = sweep.number }
    }

    func endSweep() {
        isSweeping = false
        // From the end on, so that whoever moves up is none of them.
        for place in vacated.sorted(by: >) { close(place) }
        vacated.removeAll()
    }
}

/// A subscriber as a sweep sees it, side by side with the others of its group.
struct Member {
    /// Nil once it has left.
    private(set) var subscriber: Subscriber?
    let seat: Connection.Seat
    private(set) var cursor: Int64?
    private(set) var isBehind = false
    /// The sweep whose frame went to it already, together with another one; 0 is none.
    var servedBy: UInt32 = 0

    init(_ subscriber: Subscriber, at cursor: Int64?) {
        self.subscriber = subscriber
        seat = subscriber.connection.seat
        self.cursor = cursor
    }

    mutating func delivered(_ outcome: Connection.SendOutcome, _ seq: Int64) {
        switch outcome {
        case .sent: (cursor, isBehind) = (seq, false)
        case .behind: isBehind = true
        case .gone: break
        }
    }

    mutating func leave() {
        (subscriber, cursor) = (nil, nil)
    }
}
