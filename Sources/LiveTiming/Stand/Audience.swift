import EventLoop
import SplitCore
import TimingWire

/// Those who watch one track from one stand, and the board that they are served from. Loop thread only.
final class Audience {
    let track: TrackID
    /// The last one that the hub showed; durable.
    private(set) var board: Board
    /// What is said across the board.
    private(set) var banner: BoardBanner?
    var groups: [SubscriberGroup.Key: SubscriberGroup] = [:]
    /// Frames for those behind, by where they stand; good for one beat.
    private var catchUps: [CatchUp: SharedFrame] = [:]
    /// The board as someone last joined with the whole of it.
    private var written: WrittenBoard?

    private struct CatchUp: Hashable {
        var base: Int64
        var clock: Subscription.Clock
    }

    init(_ track: TrackID, board: Board, banner: BoardBanner?) {
        self.track = track
        self.board = board
        self.banner = banner
    }

    /// What is sent from here on shows this board, and carries another time.
    func show(_ board: Board, _ banner: BoardBanner?) {
        self.board = board
        self.banner = banner
        if !catchUps.isEmpty { catchUps.removeAll(keepingCapacity: true) }
    }

    /// A frame that brings someone from a cursor to the board, which must have changes since then. Those who
    /// stand at the same place share it.
    func catchUp(from base: Int64, clock: Subscription.Clock, now: Timestamp) -> SharedFrame {
        let key = CatchUp(base: base, clock: clock)
        if let frame = catchUps[key] { return frame }
        let frame = BoardFrame(time: now, clock: clock).frame { [self] head, writer in
            head.writeUpdate(of: board, since: base, banner: .to(banner), to: &writer)
        }
        catchUps[key] = frame
        return frame
    }

    /// The whole board, written once for all who join while it stands.
    func snapshot(answering id: SubscriptionID, now: Timestamp) -> SharedFrame {
        if let written, written.version == BoardVersion(board, banner: banner) {
            return written.frame(answering: id)
        }
        let fresh = WrittenBoard(board, banner: banner, now: now)
        written = fresh
        return fresh.frame(answering: id)
    }
}

extension BoardFrame {
    /// Made ready for the wire.
    func frame(_ write: (BoardFrame, inout JSONWriter) -> Void) -> SharedFrame {
        var writer = JSONWriter(capacity: 4096)
        write(self, &writer)
        return SharedFrame(writer.bytes)
    }
}
