/// Something of a track that an event may touch and that may be out of memory, in the archive.
public enum Reference: Hashable, Sendable {
    /// A run by its id.
    case run(RunID)
    /// The run of a split by the split's id.
    case split(CaptureID)
    /// The latest run that a capture of this subject, at this instant, could be of. For a transponder,
    /// of those who carry it.
    case latestRun(of: Subject, startedBy: Timestamp, carriers: Set<Carrier>)
    /// All runs of a session.
    case session(SessionID)
    /// All runs of a runner in a session.
    case runner(RunnerID, in: SessionID)
    /// The runs that share a start.
    case start(StartID)
    /// The runs that name a session which there is not.
    case naming(SessionID)
    /// The run of a session that started first, and last.
    case firstRun(of: SessionID)
    case lastRun(of: SessionID)
    /// The runs of values that become bests, or cease to be.
    case bests(BestsWindow)
    /// The runs with captures of a device, at instants that it gave.
    case captures(of: DeviceID, at: ClosedRange<Timestamp>)
    /// Every run of the track.
    case everything

    /// A runner who carries a transponder in a session.
    public struct Carrier: Hashable, Sendable {
        public var runner: RunnerID
        public var session: SessionID
    }
}

/// A run as it comes from the archive: every event of it and of its captures, in log order.
public struct ArchivedRun: Sendable {
    public var id: RunID
    public var session: SessionID
    public var events: [LoggedEvent]

    public init(id: RunID, session: SessionID, events: [LoggedEvent]) {
        self.id = id
        self.session = session
        self.events = events
    }
}
