/// What someone wants done on a track. A command is decided against the state of its track and
/// answered with events or with an error that says why not.
public enum Command: Hashable, Sendable {
    case createTrack(TrackDefinition)
    case editTrack(TrackEdit)
    case createSession(SessionID, SessionDraft)
    case editSession(SessionID, SessionEdit)
    case closeSession(SessionID, at: Timestamp)
    case enterRunner(Entry)
    /// Takes a runner's entry back; nil is the track's open session.
    case withdrawRunner(RunnerID, session: SessionID?)
    case createStart(StartID, session: SessionID, at: Timestamp, uncertainty: TimeSpan)
    case moveStart(StartID, at: Timestamp, uncertainty: TimeSpan)
    case startRun(RunID, StartRun)
    case recordSplit(SplitCapture)
    case finishRun(RunID, at: Timestamp)
    case reopenRun(RunID)
    case setStatus(RunID, Status)
    case editRun(RunID, RunEdit)
    case voidRun(RunID)
    case restoreRun(RunID)
    case acceptSplit(CaptureID)
    case assignSplit(CaptureID, Assignment)
    case voidSplit(CaptureID)
    case restoreSplit(CaptureID)
    case moveSplit(CaptureID, at: Timestamp)
    case shiftCaptures(ClockShift)
    /// The lap is the next one that would pass the checkpoint, where it is nil.
    case skipCheckpoint(RunID, CheckpointID, lap: Int?)
    /// Takes a skip back. The lap is the last one that was skipped, where it is nil.
    case restoreCheckpoint(RunID, CheckpointID, lap: Int?)
}

/// A session as it is asked for: what is nil follows the track.
public struct SessionDraft: Hashable, Sendable {
    public var name: String?
    public var rank: Rank?
    public var counts: CountedRuns
    public var limit: Limit?
    public var finish: Finish
    public var ties: Ties
    public var scope: BestScope?
    public var clock: RankingClock

    public init(
        name: String? = nil, rank: Rank? = nil, counts: CountedRuns = .best, limit: Limit? = nil,
        finish: Finish = .each, ties: Ties = .share, scope: BestScope? = nil,
        clock: RankingClock = .gun
    ) {
        self.name = name
        self.rank = rank
        self.counts = counts
        self.limit = limit
        self.finish = finish
        self.ties = ties
        self.scope = scope
        self.clock = clock
    }
}

/// A run to be started.
public struct StartRun: Hashable, Sendable {
    public var runner: RunnerID
    public var number: String?
    public var session: SessionID?
    public var origin: RunOrigin
    public var revision: Int?

    public init(
        runner: RunnerID, number: String? = nil, session: SessionID? = nil, origin: RunOrigin,
        revision: Int? = nil
    ) {
        self.runner = runner
        self.number = number
        self.session = session
        self.origin = origin
        self.revision = revision
    }
}

/// Where a person placed a split; nil leaves that part to be worked out.
public struct Assignment: Hashable, Sendable {
    public var run: RunID?
    public var checkpoint: CheckpointID?
    public var lap: Int?

    public init(run: RunID? = nil, checkpoint: CheckpointID? = nil, lap: Int? = nil) {
        self.run = run
        self.checkpoint = checkpoint
        self.lap = lap
    }

    public var isEmpty: Bool { self == Assignment() }
}
