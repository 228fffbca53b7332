import Dispatch
import EventLoop
import SplitCore

/// Compresses written boards on another thread: a large one would hold the loop up for milliseconds.
/// Loop thread only.
///
/// Of each track one board is compressed at a time, and those who ask for a later one meanwhile wait for
/// whichever is the newest then. So a race in which every tick makes another board has no line of boards
/// that wait, however many ask.
final class BoardCompressor {
    /// A third smaller than by the fastest level, for twice its time; the smallest takes four times as much
    /// again for a tenth.
    private static let level: Int32 = 6
    /// One after the other, so that the boards of all tracks take no more than one processor.
    private static let queue = DispatchQueue(label: "boards")

    private struct Work {
        let board: WrittenBoard
        /// Those who asked for this board.
        var asked: [() -> Void] = []
        /// Those who asked for a later one of the track.
        var later: [() -> Void] = []
    }

    private let mailbox: Mailbox
    private var works: [TrackID: Work] = [:]

    init(_ mailbox: Mailbox) {
        self.mailbox = mailbox
    }

    /// Calls `then` once the board's `compressed` is known: at once where it is. `otherwise` is called in its
    /// place, and also later, where another board of the track was under way: ask anew then.
    func compress(
        _ board: WrittenBoard, of track: TrackID, then: @escaping () -> Void,
        otherwise: @escaping () -> Void
    ) {
        guard case .notYet = board.compressed else { return then() }
        guard let work = works[track] else {
            works[track] = Work(board: board, asked: [then])
            return begin(board, of: track)
        }
        if work.board === board {
            works[track]!.asked.append(then)
        } else {
            works[track]!.later.append(otherwise)
        }
    }

    private func begin(_ board: WrittenBoard, of track: TrackID) {
        let (text, back, mailbox) = (board.plain, LoopBound(self), mailbox)
        Self.queue.async {
            let bytes = gzip(text, level: Self.level)
            mailbox.post { back.value.finish(track, bytes) }
        }
    }

    private func finish(_ track: TrackID, _ bytes: [UInt8]?) {
        guard let work = works.removeValue(forKey: track) else { return }
        work.board.compressed = bytes.map { .done($0) } ?? .failed
        for call in work.asked + work.later { call() }
    }
}
