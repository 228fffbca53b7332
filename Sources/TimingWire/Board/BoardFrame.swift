public import SplitCore

/// What a frame of a board says beside the board itself.
public struct BoardFrame: Sendable {
    /// When the frame is made. Nobody sets a clock by it.
    public var time: Timestamp
    /// Whether running runs carry `elapsed`.
    public var clock: Subscription.Clock
    /// The subscription that this answers; nil in frames that many share, and over HTTP.
    public var subscription: SubscriptionID?

    public init(
        time: Timestamp, clock: Subscription.Clock = .client, subscription: SubscriptionID? = nil
    ) {
        self.time = time
        self.clock = clock
        self.subscription = subscription
    }

    /// What an update says of the banner.
    public enum BannerChange: Hashable, Sendable {
        case unchanged
        /// There is another one, or nil: none any more.
        case to(BoardBanner?)
    }

    /// The whole board. Nothing is allocated but what the writer's buffer grows by.
    public func writeSnapshot(
        of board: Board, banner: BoardBanner? = nil, to writer: inout JSONWriter
    ) {
        writer.beginObject()
        writer.field("type", "snapshot")
        writer.field("id", ifAny: subscription)
        writer.field("track", board.track.value)
        writer.field("epoch", board.epoch)
        writer.field("seq", board.seq)
        writer.field("time", time)
        writer.field("banner", banner)
        writer.parts("sessions", board.sessions, since: nil)
        writeRuns(of: board, since: nil, to: &writer)
        writer.splits("unassigned", board.unassigned, since: nil)
        writer.bests(of: board, since: nil)
        writer.standings(board.standings, since: nil)
        writer.endObject()
    }

    /// Of the parts that are later than `base` the fields that can differ, and what has gone since. It
    /// applies to every board of this epoch from `base` on. With nothing later it is a heartbeat: the head alone.
    ///
    /// `base` must be a cursor that leads to the board (`Subscription.Cursor.leads`).
    public func writeUpdate(
        of board: Board, since base: Int64, banner: BannerChange = .unchanged,
        to writer: inout JSONWriter
    ) {
        precondition(
            (board.tombstonesSince...board.seq).contains(base),
            "a cursor from elsewhere needs a snapshot")
        writer.beginObject()
        writer.field("type", "update")
        writer.field("id", ifAny: subscription)
        if board.track.seq > base {
            writer.field("track", board.track.value)
        } else {
            writer.field("track", board.track.value.id)
        }
        writer.field("epoch", board.epoch)
        writer.field("base", base)
        writer.field("seq", board.seq)
        writer.field("time", time)
        if case .to(let banner) = banner { writer.field("banner", banner) }
        writer.parts("sessions", board.sessions, since: base)
        writeRuns(of: board, since: base, to: &writer)
        writer.splits("unassigned", board.unassigned, since: base)
        writer.bests(of: board, since: base)
        writer.standings(board.standings, since: base)
        writer.removals(board.tombstones, since: base)
        writer.endObject()
    }

    /// A frame that says nothing but that the line is alive.
    public func writeHeartbeat(of board: Board, to writer: inout JSONWriter) {
        writeUpdate(of: board, since: board.seq, to: &writer)
    }
}

extension JSONWriter {
    /// An array of the parts later than `base`; left out where there is none, but for a snapshot.
    mutating func parts<Value: JSONWritable>(
        _ key: String, _ parts: [BoardPart<Value>], since base: Int64?
    ) {
        guard let base else {
            self.key(key)
            beginArray()
            for part in parts { part.value.write(to: &self) }
            return endArray()
        }
        guard parts.contains(where: { $0.seq > base }) else { return }
        self.key(key)
        beginArray()
        for part in parts where part.seq > base { part.value.write(to: &self) }
        endArray()
    }
}
