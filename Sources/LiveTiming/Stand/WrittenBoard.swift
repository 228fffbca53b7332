import EventLoop
import SplitCore
import TimingWire

/// A board as it is written once for all who ask for the whole of it: over HTTP, or by subscribing.
struct WrittenBoard {
    private let epoch: String
    private let seq: Int64
    private let banner: BoardBanner?
    /// The snapshot as JSON.
    let plain: [UInt8]
    /// Nil until someone takes it; empty where it could not be made.
    private var gzipped: [UInt8]?

    init(_ board: Board, banner: BoardBanner?, now: Timestamp) {
        epoch = board.epoch
        seq = board.seq
        self.banner = banner
        var writer = JSONWriter(capacity: 64 << 10)
        BoardFrame(time: now).writeSnapshot(of: board, banner: banner, to: &writer)
        plain = writer.bytes
    }

    /// Whether this is what would be written now, but for the time.
    func shows(_ board: Board, banner: BoardBanner?) -> Bool {
        epoch == board.epoch && seq == board.seq && self.banner == banner
    }

    /// Compressed, for browsers; nil where that could not be done.
    mutating func compressed() -> [UInt8]? {
        // The fastest level: it is done on the loop, and again for the next event.
        let bytes = gzipped ?? gzip(plain, level: 1) ?? []
        gzipped = bytes
        return bytes.isEmpty ? nil : bytes
    }

    /// The snapshot that answers a subscription: the same text, with the subscription's id in front.
    func frame(answering subscription: SubscriptionID) -> SharedFrame {
        let head = Array("{\"id\":\"\(subscription.text)\",".utf8)
        return SharedFrame(plain.dropFirst(), after: head)
    }
}
