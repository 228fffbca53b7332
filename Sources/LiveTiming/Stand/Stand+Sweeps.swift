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
            // A group that is still busy with its last frame misses this one.
            guard let group = audience.groups[frame.key], !group.isSweeping else { continue }
            let frame = frame.base <= group.base ? frame : wholeFrame(for: group, of: audience)
            group.base = board.seq
            group.isSweeping = true
            group.rotation &+= 1
            let members = group.members
            sweep(
                Sweep(
                    frame: frame, seq: board.seq, members: members,
                    start: members.isEmpty ? 0 : group.rotation &* 7919 % members.count),
                from: 0, group)
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
            }, base: hasChanges ? group.base : .min)
    }

    /// A frame on its way to the members of a group.
    private struct Sweep {
        var frame: ChannelFrame
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
                cursor >= sweep.frame.base, cursor <= sweep.seq
            else { continue }
            slice.add(subscriber)
        }
        loop.send(sweep.frame.frame, to: slice.connections) { place, outcome in
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
