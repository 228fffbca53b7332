/// Where a track's log stands.
public struct LogHead: Equatable, Sendable {
    /// Empty for the log of the registry of runners.
    public var track: String

    /// The identity of the log. A restored backup opens a new one.
    public var epoch: String

    /// The `seq` of its last event; 0 before the first.
    public var seq: Int64

    /// The greatest instant of any capture in it: microseconds since 1970, UTC; `nil` before one.
    /// The journal keeps it by the events; in a transaction's `heads` it is not looked at.
    public var latestAt: Int64?

    public init(track: String, epoch: String, seq: Int64, latestAt: Int64? = nil) {
        self.track = track
        self.epoch = epoch
        self.seq = seq
        self.latestAt = latestAt
    }
}

extension LogHead {
    static let columns = "track, epoch, last_seq, latest_at"

    func bind(to parameters: inout Parameters) {
        parameters.bind(track)
        parameters.bind(epoch)
        parameters.bind(seq)
        parameters.bind(latestAt)
    }

    init(from columns: inout Columns) {
        track = columns.text()
        epoch = columns.text()
        seq = columns.integer()
        latestAt = columns.optionalInteger()
    }
}
