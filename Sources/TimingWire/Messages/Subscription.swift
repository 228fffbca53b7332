public import SplitCore

/// Keeps a subscription's id from being passed where another is meant.
public enum SubscriptionKind: Sendable {}

/// What a client calls one of its subscriptions; it comes back in the answer.
public typealias SubscriptionID = Identifier<SubscriptionKind>

/// What a spectator wants to see, and how often.
public struct Subscription: Hashable, Sendable {
    /// Who works out the running clocks.
    public enum Clock: String, CaseIterable, Sendable {
        /// The display, from instants.
        case client
        /// The server, for displays that can't: frames carry `elapsed`.
        case server
    }

    /// What the client has already: the board as of `seq` of the log `epoch`.
    public struct Cursor: Hashable, Sendable {
        public var epoch: String
        public var seq: Int64

        public init(epoch: String, seq: Int64) {
            self.epoch = epoch
            self.seq = seq
        }

        /// Whether an update can lead from here to the board. Else it takes a snapshot: the cursor is
        /// of another log, ahead of this one, or so old that what went since is forgotten.
        public func leads(to board: Board) -> Bool {
            board.hasChanges(since: seq, epoch: epoch)
        }
    }

    public var id: SubscriptionID
    public var track: TrackID
    /// Updates a second, one of `FieldLimits.rates`.
    public var rate: Int
    public var clock: Clock
    /// Nil: nothing, a snapshot is wanted.
    public var after: Cursor?

    public init(
        id: SubscriptionID, track: TrackID, rate: Int = FieldLimits.defaultRate,
        clock: Clock = .client, after: Cursor? = nil
    ) {
        self.id = id
        self.track = track
        self.rate = rate
        self.clock = clock
        self.after = after
    }
}

extension Subscription.Clock: JSONWritable {}

extension Subscription {
    init(from fields: inout Fields) throws(WireError) {
        self.init(
            id: try fields.required("id").identifier(),
            track: try fields.required("track").identifier(),
            rate: try fields.optional("rate")?.rate() ?? FieldLimits.defaultRate,
            clock: try fields.optional("clock")?.choice() ?? .client,
            after: try Cursor.ifAny(from: &fields))
    }

    func write(to writer: inout JSONWriter) {
        writer.field("id", id)
        writer.field("track", track)
        writer.field("rate", rate)
        writer.field("clock", clock)
        writer.field("epoch", ifAny: after?.epoch)
        writer.field("after", ifAny: after?.seq)
    }
}

extension Subscription.Cursor {
    /// Both of its fields or neither: a position means nothing without the log that it is in.
    fileprivate static func ifAny(from fields: inout Fields) throws(WireError) -> Self? {
        let epoch = try fields.optional("epoch")?.string(of: FieldLimits.epoch)
        let seq = try fields.optional("after")?.integer(in: FieldLimits.seq)
        if epoch == nil, seq == nil { return nil }
        _ = try fields.required("epoch")
        _ = try fields.required("after")
        return if let epoch, let seq { Self(epoch: epoch, seq: seq) } else { nil }
    }
}

extension Field {
    fileprivate func rate() throws(WireError) -> Int {
        let rate = try count(in: 0...Int64(Int32.max))
        guard FieldLimits.rates.contains(rate) else {
            let values = FieldLimits.rates.map(String.init)
            throw invalid("is \(rate); it must be \(values.listed)", values: values)
        }
        return rate
    }
}
