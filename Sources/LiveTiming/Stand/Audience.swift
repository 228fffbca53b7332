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
    private var catchUps: [CatchUp: WrittenAnswer] = [:]
    /// The board as someone last joined with the whole of it.
    private var snapshot: (version: BoardVersion, answer: WrittenAnswer)?

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

    /// What brings someone from a cursor to the board, which must have changes since then. Those who stand at
    /// the same place share it.
    func catchUp(from base: Int64, clock: Subscription.Clock, now: Timestamp) -> WrittenAnswer {
        let key = CatchUp(base: base, clock: clock)
        if let answer = catchUps[key] { return answer }
        let answer = WrittenAnswer(
            BoardFrame(time: now, clock: clock).written {
                $0.writeUpdate(of: board, since: base, banner: .to(banner), to: &$1)
            })
        catchUps[key] = answer
        return answer
    }

    /// The whole board, for displays that work out the clocks; written once for all who join while it stands.
    func snapshot(now: Timestamp) -> WrittenAnswer {
        let version = BoardVersion(board, banner: banner)
        if let snapshot, snapshot.version == version { return snapshot.answer }
        let answer = WrittenAnswer(WrittenBoard(board, banner: banner, now: now).plain)
        snapshot = (version, answer)
        return answer
    }
}
