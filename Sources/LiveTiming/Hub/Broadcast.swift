import EventLoop
import SplitCore
import TimingWire

/// The board of a track on its way to its spectators. Loop thread only.
///
/// Two boards stand behind each other: `published` shows nothing but what is durable, and everyone is
/// served from it; `pending` is worked out at the tick and takes its place with the commit.
final class Broadcast {
    private(set) var published: Board?
    private var pending: Board?
    /// What the state has changed since `pending`, or `published`, was worked out.
    private var changes = TrackState.Changes()
    var groups: [SubscriberGroup.Key: SubscriberGroup] = [:]
    /// Frames for those behind, by where they stand; good for one beat.
    private var catchUps: [CatchUp: SharedFrame] = [:]
    /// The published board as it was last asked for as a whole.
    var written: WrittenBoard?

    private struct CatchUp: Hashable {
        var base: Int64
        var clock: Subscription.Clock
        var banner: BoardBanner?
    }

    var isWaiting: Bool { pending != nil }

    /// Takes up what the state has changed. Without a board there is nothing to bring up to it.
    func note(_ later: TrackState.Changes) {
        if published != nil || pending != nil { changes.merge(later) }
    }

    /// Works out the board as the state is now; it is published by `publish`. Answers its `seq`, or
    /// nil where there is nothing new.
    func prepare(
        _ state: TrackState, epoch: String, names: RunnerRegistry, limits: BoardLimits
    ) -> Int64? {
        guard pending == nil, state.definition != nil else { return nil }
        if let published, published.seq == state.seq { return nil }
        let changes = self.changes
        self.changes = .init()
        if var board = published {
            board.refresh(from: state, changes: changes, names: names, limits: limits)
            pending = board
        } else {
            pending = Board(of: state, epoch: epoch, names: names, limits: limits)
        }
        return state.seq
    }

    /// What was prepared takes its place, if it is durable.
    func publish(through durableSeq: Int64) {
        guard let pending, pending.seq <= durableSeq else { return }
        published = pending
        self.pending = nil
        forgetCatchUps()
    }

    /// What is sent from here on carries another time, or shows another board.
    func forgetCatchUps() {
        if !catchUps.isEmpty { catchUps.removeAll(keepingCapacity: true) }
    }

    /// What was prepared never became durable; the state is another one now.
    func discard() {
        pending = nil
        changes = .init()
    }

    /// Works out the published board anew from a state that was read from disk.
    func restart(
        _ state: TrackState, epoch: String, names: RunnerRegistry, limits: BoardLimits
    ) {
        discard()
        if var board = published, board.epoch == epoch {
            board.refresh(from: state, changes: nil, names: names, limits: limits)
            pending = board
        } else {
            pending = Board(of: state, epoch: epoch, names: names, limits: limits)
        }
        publish(through: state.seq)
    }

    /// A frame that brings someone from a cursor to the published board, which must have changes since
    /// then. Those who stand at the same place share it.
    func catchUp(
        to board: Board, from base: Int64, clock: Subscription.Clock, banner: BoardBanner?,
        now: Timestamp
    ) -> SharedFrame {
        let key = CatchUp(base: base, clock: clock, banner: banner)
        if let frame = catchUps[key] { return frame }
        var writer = JSONWriter(capacity: 4096)
        BoardFrame(time: now, clock: clock)
            .writeUpdate(of: board, since: base, banner: .to(banner), to: &writer)
        let frame = SharedFrame(writer.bytes)
        catchUps[key] = frame
        return frame
    }
}
