import EventLoop
import SplitCore
import TimingWire

/// Which state of a board a text shows. Two texts of one version differ in nothing but their time.
struct BoardVersion: Equatable {
    let epoch: String
    let seq: Int64
    let banner: BoardBanner?

    init(_ board: Board, banner: BoardBanner?) {
        epoch = board.epoch
        seq = board.seq
        self.banner = banner
    }

    /// Weak, as it says nothing of the time. The server is a part of it: after its next start the same state
    /// may be shown otherwise, by other settings or another version.
    func entityTag(server: String) -> String {
        let said = banner.map { "-\($0.kind)-\($0.since.microseconds)" } ?? ""
        return "W/\"\(epoch)-\(seq)-\(server)\(said)\""
    }
}

/// A whole board as it is written once for all who ask for it. Loop thread only.
final class WrittenBoard {
    let version: BoardVersion
    /// The snapshot as JSON.
    let plain: [UInt8]
    /// The same with gzip, for browsers.
    var compressed = Compressed.notYet

    enum Compressed {
        /// Nobody has asked for it, or it is being done.
        case notYet
        case done([UInt8])
        /// It could not be done; the plain text serves.
        case failed
    }

    init(_ board: Board, banner: BoardBanner?, now: Timestamp) {
        version = BoardVersion(board, banner: banner)
        var writer = JSONWriter(capacity: 64 << 10)
        BoardFrame(time: now).writeSnapshot(of: board, banner: banner, to: &writer)
        plain = writer.bytes
    }
}
