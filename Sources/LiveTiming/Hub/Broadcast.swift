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
    /// Those that someone watches.
    var channels: [SubscriberGroup.Key: Channel] = [:]
    /// The published board as it was last asked for over HTTP.
    var written: WrittenBoard?
    /// Who waits for a board that is not durable yet.
    var requests: [(Board?) -> Void] = []

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
    }

    /// Those who wait, who are not among them any more.
    func takeRequests() -> [(Board?) -> Void] {
        defer { requests = [] }
        return requests
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
}
