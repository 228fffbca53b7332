/// What a command was answered, kept so that the same command sent again gets the same answer.
public struct CommandRow: Equatable, Sendable {
    /// The track whose log the command wrote to; empty for the registry of runners.
    public var track: String

    /// Unique within the track.
    public var commandID: String

    /// Of the command's fields. The same id with another digest is another command, and an error.
    public var digest: [UInt8]

    /// The `seq` that it was acknowledged with: that of its last event.
    public var seq: Int64

    public init(track: String, commandID: String, digest: [UInt8], seq: Int64) {
        self.track = track
        self.commandID = commandID
        self.digest = digest
        self.seq = seq
    }
}

extension CommandRow {
    static let columns = "track, command_id, digest, seq"

    func bind(to parameters: inout Parameters) {
        parameters.bind(track)
        parameters.bind(commandID)
        parameters.bind(blob: digest)
        parameters.bind(seq)
    }

    init(from columns: inout Columns) {
        track = columns.text()
        commandID = columns.text()
        digest = columns.bytes()
        seq = columns.integer()
    }
}
