/// Where a track's log stands.
public struct LogHead: Equatable, Sendable {
    /// Empty for the log of the registry of runners.
    public var track: String

    /// The identity of the log. A restored backup opens a new one.
    public var epoch: String

    /// The `seq` of its last event; 0 before the first.
    public var seq: Int64

    public init(track: String, epoch: String, seq: Int64) {
        self.track = track
        self.epoch = epoch
        self.seq = seq
    }
}

extension LogHead {
    static let columns = "track, epoch, last_seq"

    func bind(to parameters: inout Parameters) {
        parameters.bind(track)
        parameters.bind(epoch)
        parameters.bind(seq)
    }

    init(from columns: inout Columns) {
        track = columns.text()
        epoch = columns.text()
        seq = columns.integer()
    }
}
