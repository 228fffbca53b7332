import EventLoop
import SplitCore
import TimingWire

/// What goes out for one track at one rate and in one clock mode: a frame a beat, made once for all who watch
/// from whatever stand. Loop thread only.
final class Channel {
    let key: SubscriberGroup.Key
    /// Those that have anyone who watches.
    var stands: Set<Int>
    /// What the last frame brought its receivers to.
    private var base: Int64
    /// What the last frame said across the board.
    private var banner: BoardBanner?
    /// When the last frame went out.
    private var lastFrame: Timestamp

    /// For a stand whose first one has the board of a `seq`, with a banner.
    init(
        _ key: SubscriberGroup.Key, for stand: Int, at seq: Int64, _ banner: BoardBanner?,
        now: Timestamp
    ) {
        self.key = key
        stands = [stand]
        base = seq
        self.banner = banner
        lastFrame = now
    }

    /// One more stand, whose first one may be a frame behind: what they were handed has travelled since.
    func add(_ stand: Int, at seq: Int64, _ banner: BoardBanner?) {
        stands.insert(stand)
        base = min(base, seq)
        // Told once more to those who have the same one.
        self.banner = banner
    }

    /// The frame of this beat; nil where there is nothing to say.
    func frame(of board: Board, banner: BoardBanner?, now: Timestamp) -> ChannelFrame? {
        let isOld = now - lastFrame >= .seconds(1)
        let bannerChanged = self.banner != banner
        guard board.seq > base || bannerChanged || isOld || key.clock == .server else {
            return nil
        }
        let since = base
        let hasChanges = board.hasChanges(since: since, epoch: board.epoch)
        let frame = BoardFrame(time: now, clock: key.clock).frame { head, writer in
            if hasChanges {
                head.writeUpdate(
                    of: board, since: since, banner: bannerChanged ? .to(banner) : .unchanged,
                    to: &writer)
            } else {
                // More has gone since the last frame than is remembered: a whole board is for everyone.
                head.writeSnapshot(of: board, banner: banner, to: &writer)
            }
        }
        lastFrame = now
        base = board.seq
        self.banner = banner
        return ChannelFrame(
            key: key, frame: frame, base: hasChanges ? since : .min,
            tellsBanner: bannerChanged || !hasChanges)
    }
}
