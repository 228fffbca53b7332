public import SplitCore

/// A track as lists of tracks show it.
public struct TrackSummary: Hashable, Sendable {
    /// The session that the board is about.
    public struct Session: Hashable, Sendable {
        public var id: SessionID
        public var name: String
        public var state: BoardSession.State

        public init(id: SessionID, name: String, state: BoardSession.State) {
            self.id = id
            self.name = name
            self.state = state
        }
    }

    public var id: TrackID
    public var name: String
    public var laps: Int
    public var revision: Int
    public var checkpoints: [Checkpoint]
    /// Runs that are running.
    public var running: Int
    public var session: Session?
    /// The instant of the latest capture; nil where there never was one.
    public var lastActivity: Timestamp?

    public init(
        id: TrackID, name: String, laps: Int, revision: Int, checkpoints: [Checkpoint],
        running: Int = 0, session: Session? = nil, lastActivity: Timestamp? = nil
    ) {
        self.id = id
        self.name = name
        self.laps = laps
        self.revision = revision
        self.checkpoints = checkpoints
        self.running = running
        self.session = session
        self.lastActivity = lastActivity
    }

    /// Whether someone is out there.
    public var live: Bool { running > 0 }

    /// Writes the summary as one object.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("id", id)
        writer.field("name", name)
        writer.field("laps", laps)
        writer.field("revision", revision)
        writer.key("checkpoints")
        writer.beginArray()
        for checkpoint in checkpoints {
            writer.beginObject()
            writer.field("id", checkpoint.id)
            writer.field("name", checkpoint.name)
            writer.endObject()
        }
        writer.endArray()
        writer.field("live", live)
        writer.field("running", running)
        writer.field("session", session)
        writer.field("lastActivity", lastActivity)
        writer.endObject()
    }
}

extension TrackSummary.Session: JSONWritable {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("id", id)
        writer.field("name", name)
        writer.field("state", state)
        writer.endObject()
    }
}

extension JSONWriter {
    /// `{"tracks":[…]}`, as `/api/v1/tracks` answers.
    public mutating func tracks(_ summaries: some Sequence<TrackSummary>) {
        beginObject()
        key("tracks")
        beginArray()
        for summary in summaries { summary.write(to: &self) }
        endArray()
        endObject()
    }
}
