/// The track as the board shows it.
public struct BoardTrack: Hashable, Sendable {
    public var id: TrackID
    public var name: String
    public var laps: Int
    public var revision: Int
    public var checkpoints: [Checkpoint]
    public var start: TrackDefinition.Start
    public var firstLap: TrackDefinition.FirstLap
    public var rank: Rank
    public var rounding: Rounding
}

/// A session as the board shows it.
public struct BoardSession: Hashable, Sendable {
    public enum State: String, Sendable {
        /// Nobody has started.
        case waiting
        case running
        case closed
    }

    public var id: SessionID
    public var name: String
    public var rank: Rank
    /// Which of a runner's runs rank, where it is ranked by time.
    public var counts: CountedRuns
    public var finish: Finish
    public var limit: Limit?
    public var ties: Ties
    /// What bests are over.
    public var scope: BestScope
    public var clock: RankingClock
    public var state: State
    /// The flag that is shown; nil where none ever was.
    public var flag: Flag?
    public var startedAt: Timestamp?
    /// The instant at which the flag fell for the leader.
    public var flagAt: Timestamp?
    public var closedAt: Timestamp?
    /// Whether this is the session that the board is about.
    public var current: Bool
}

/// A run but for its place, its delta and its splits.
public struct BoardRunHead: Hashable, Sendable {
    public struct Who: Hashable, Sendable {
        public var id: RunnerID
        public var name: String

        public init(id: RunnerID, name: String) {
            self.id = id
            self.name = name
        }
    }

    /// The checkpoint that the run comes to next.
    public struct Next: Hashable, Sendable {
        public var checkpoint: CheckpointID
        public var lap: Int
        /// Nil where there is no best yet.
        public var compare: Comparison?
    }

    /// The bests' times at a checkpoint, since the start of the run or, where the track has laps, of the lap. The
    /// leader's is not among them: it is on the board with the leader's splits.
    public struct Comparison: Hashable, Sendable {
        public var personalBest: TimeSpan?
        public var overallBest: TimeSpan?
    }

    public var session: SessionID
    public var runner: Who
    public var number: String?
    public var status: Status
    public var startedAt: Timestamp?
    public var finishedAt: Timestamp?
    /// Spans in which the run's clock stood.
    public var held: [HeldSpan]
    /// What a person said the run does not pass, by lap, then checkpoint.
    public var skipped: [SkippedCheckpoint]
    public var next: Next?
    /// The official time, once the run has one.
    public var time: TimeSpan?
    public var verdict: Verdict?
    public var corrected: Bool
    public var laps: Int
    public var lastLap: TimeSpan?
    public var bestLap: TimeSpan?
    /// Captures of the run in all; the board holds the last of them.
    public var splitCount: Int
}

/// A span in which a run's clock stood still.
public struct HeldSpan: Hashable, Sendable {
    public var from: Timestamp
    /// Nil: it still stands.
    public var to: Timestamp?

    public init(from: Timestamp, to: Timestamp?) {
        self.from = from
        self.to = to
    }
}

/// Where a run lies.
public struct BoardPlacing: Hashable, Sendable {
    public var place: Int?
    /// Behind the leader; nil for the leader, and where laps stand instead.
    public var gap: TimeSpan?
    public var gapLaps: Int
    /// Behind the one directly ahead.
    public var interval: TimeSpan?
    public var intervalLaps: Int

    static let none = BoardPlacing(
        place: nil, gap: nil, gapLaps: 0, interval: nil, intervalLaps: 0)
}

/// This run less a comparison at the same point; negative is ahead, nil where the other has no time.
public struct BoardDelta: Hashable, Sendable {
    public var personalBest: TimeSpan?
    public var overallBest: TimeSpan?
    public var leader: TimeSpan?

    static let none = BoardDelta(personalBest: nil, overallBest: nil, leader: nil)
}

/// A capture as the board shows it.
public struct BoardSplit: Hashable, Sendable {
    public var id: CaptureID
    /// Where it was placed; what the device named, while it is set aside.
    public var checkpoint: CheckpointID?
    public var lap: Int?
    public var at: Timestamp
    /// The clock's part and the method's.
    public var uncertainty: TimeSpan
    public var state: CaptureState
    public var split: TimeSpan?
    public var segment: TimeSpan?
    public var lapTime: TimeSpan?
    public var splitVerdict: Verdict?
    public var segmentVerdict: Verdict?
    public var lapVerdict: Verdict?
    /// The measures whose best this split still holds.
    public var standing: [MeasureKind]
    /// The measures whose verdict lies inside the uncertainty.
    public var close: [MeasureKind]
    /// The measures that were the best of all time, where the session compares within itself.
    public var record: [MeasureKind]
    public var corrected: Bool
}

/// The bests of a runner, or of everyone, but for those of the segments.
public struct BoardBests: Hashable, Sendable {
    public struct Segment: Hashable, Sendable {
        /// Which segment it is of.
        public struct Ends: Hashable, Sendable {
            /// Nil: the start.
            public var from: CheckpointID?
            public var to: CheckpointID
        }

        public var ends: Ends
        public var time: TimeSpan
        public var run: RunID
    }

    /// The run with the best time, where whole runs are compared.
    public var run: RunID?
    public var time: TimeSpan?
    /// Of one lap; nil until every segment has a best.
    public var sumOfBest: TimeSpan?

    static let none = BoardBests(run: nil, time: nil, sumOfBest: nil)
}

/// A runner's result in the board's session.
public struct BoardStanding: Hashable, Sendable {
    public var runner: RunnerID
    /// The line of the results that it stands in, from 1; also where there is no place.
    public var order: Int
    public var place: Int?
    public var run: RunID
    public var time: TimeSpan?
    public var gap: TimeSpan?
}

/// What the board says of itself in a line across it.
public struct BoardBanner: Hashable, Sendable {
    public enum Kind: String, Sendable {
        /// The disk does not take events: what is shown is the last state that is safe.
        case storageUnavailable
        /// The disk takes long over a commit: what is shown is the last state that is safe.
        case storageSlow
    }

    public var kind: Kind
    public var since: Timestamp

    public init(kind: Kind, since: Timestamp) {
        self.kind = kind
        self.since = since
    }
}
