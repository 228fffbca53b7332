/// The state of one track: what was captured and corrected, and everything that follows.
///
/// It is the fold of the track's events, and `evolve` alone changes it. What follows from captures
/// is a function of the set of them and of the corrections in log order, never of the order in which
/// captures came in: every rule speaks of instants.
public struct TrackState: Sendable {
    public let id: TrackID
    /// The position of the last event in the track's log; 0 before any.
    public internal(set) var seq: Int64 = 0
    /// Captures of one place from several devices within this window are one passing.
    public let mergeWindow: TimeSpan

    /// Goes up with every change of the rules by which other results follow from the same events: what
    /// was computed and stored by others has to be computed anew.
    public static let rulesVersion = 1

    public static let defaultMergeWindow = TimeSpan.seconds(3)

    /// The session that every track has, for runs that people time themselves.
    public static let openSession: SessionID = "open"

    /// Nil until the track is created.
    public internal(set) var definition: TrackDefinition?
    /// In the order of their numbers.
    var revisions: [Revision] = []
    var sessions: [SessionID: Indirect<SessionState>] = [:]
    var starts: [StartID: StartCapture] = [:]
    var runs: [RunID: Indirect<RunState>] = [:]
    var captures = SpreadDictionary<CaptureID, Indirect<CaptureState.Record>>()
    /// Starts that a person moved.
    var movedStarts: [StartID: MovedStart] = [:]
    /// What was found out later about the clocks of devices, in log order.
    var shifts: [DeviceID: [ClockShift]] = [:]

    // Indices, all of them following from the above.

    /// Captures that no run is known for, by instant, then id.
    var unassigned = SortedList<InstantRef<CaptureID>>()
    /// Every capture under whom it is said to be of, by instant, then id.
    var capturesBySubject = SpreadDictionary<Subject, [InstantRef<CaptureID>]>()
    /// Started runs that are not voided under everything they answer to, by start, then id.
    var runsBySubject: [Subject: [InstantRef<RunID>]] = [:]
    /// Runs by the session that they name, whether or not it exists.
    var runsByDeclaredSession: [SessionID: Set<RunID>] = [:]
    /// Runs by the start that they share.
    var runsByStart: [StartID: Set<RunID>] = [:]
    /// Ends of runs that are not known yet.
    var earlyFinishes: [RunID: [FinishCapture]] = [:]
    /// Bests of all time.
    var allTime = Bests()
    /// Bests of sessions that compare within themselves.
    var ofSession: [SessionID: Bests] = [:]
    /// The greatest instant of any capture.
    var latestInstant: Timestamp?

    /// Runs that something has touched since their results were worked out; none between events.
    var unsettled: Set<RunID> = []

    /// What is known of the runs that are out of memory. No part of what the state is.
    var archive = Archive()

    /// What has changed since it was last asked for. No part of what the state is.
    public internal(set) var changes = Changes()

    /// A track without events.
    public init(id: TrackID, mergeWindow: TimeSpan = Self.defaultMergeWindow) {
        self.id = id
        self.mergeWindow = mergeWindow
    }

    /// What readers of the state have to look at anew.
    public struct Changes: Hashable, Sendable {
        public var track = false
        public var sessions: Set<SessionID> = []
        public var runs: Set<RunID> = []
        /// Captures that no run is known for, or that have one now.
        public var unassigned: Set<CaptureID> = []
        /// Captures that may be of another run now.
        public var captures: Set<CaptureID> = []
        /// Whose bests may be others now.
        public var bestsOf: Set<RunnerID> = []
        /// Whether the bests of everyone may be others now.
        public var bestsOfEveryone = false
        /// Whether the best laps or runs of everyone, which runs are compared with on their way, may be
        /// others now.
        public var paceOfEveryone = false
        /// Of those that are kept for the next start.
        public var chains: Set<ChainID> = []

        public init() {}

        public var isEmpty: Bool {
            !track && sessions.isEmpty && runs.isEmpty && unassigned.isEmpty
                && captures.isEmpty && bestsOf.isEmpty && !bestsOfEveryone && chains.isEmpty
        }

        /// Adds what has changed later.
        public mutating func merge(_ later: Changes) {
            track = track || later.track
            sessions.formUnion(later.sessions)
            runs.formUnion(later.runs)
            unassigned.formUnion(later.unassigned)
            captures.formUnion(later.captures)
            bestsOf.formUnion(later.bestsOf)
            bestsOfEveryone = bestsOfEveryone || later.bestsOfEveryone
            paceOfEveryone = paceOfEveryone || later.paceOfEveryone
            chains.formUnion(later.chains)
        }
    }

    /// Hands over what has changed, and forgets it.
    public mutating func takeChanges() -> Changes {
        defer { changes = Changes() }
        return changes
    }

    /// The instant and uncertainty that a person gave to a start.
    struct MovedStart: Hashable, Sendable {
        var at: Timestamp
        var uncertainty: TimeSpan
    }
}

extension TrackState: Equatable {
    /// Equal in everything but what has changed since somebody asked.
    public static func == (left: TrackState, right: TrackState) -> Bool {
        left.seq == right.seq && left.hasSameTiming(as: right)
    }

    /// Whether the same runs, bests and sessions follow, however the captures came in.
    public func hasSameTiming(as other: TrackState) -> Bool {
        id == other.id && definition == other.definition && revisions == other.revisions
            && sessions == other.sessions && starts == other.starts && runs == other.runs
            && captures == other.captures && movedStarts == other.movedStarts
            && shifts == other.shifts
            && unassigned == other.unassigned && capturesBySubject == other.capturesBySubject
            && runsBySubject == other.runsBySubject && allTime == other.allTime
            && runsByDeclaredSession == other.runsByDeclaredSession
            && runsByStart == other.runsByStart && earlyFinishes == other.earlyFinishes
            && ofSession == other.ofSession && latestInstant == other.latestInstant
    }
}

extension CaptureState {
    /// A capture, and what people said of it.
    struct Record: Hashable, Sendable {
        let capture: SplitCapture
        var isVoided = false
        var isAccepted = false
        var run: RunID?
        var checkpoint: CheckpointID?
        var lap: Int?
        var movedTo: Timestamp?
        /// What is known better of its device's clock.
        var clock: ClockCorrection
        /// The run that it is of, as far as that is known.
        var resolved: RunID?

        init(_ capture: SplitCapture, clock: ClockCorrection) {
            self.capture = capture
            self.clock = clock
        }

        var at: Timestamp { movedTo ?? capture.at + clock.by }
        /// The clock's part of how uncertain `at` is.
        var clockUncertainty: TimeSpan { clock.uncertainty ?? capture.uncertainty }
        /// The clock's part and the method's.
        var wholeUncertainty: TimeSpan { clockUncertainty + capture.method.uncertainty }
        var subject: Subject? { run.map { .run($0) } ?? capture.subject }
        var isCorrected: Bool {
            isVoided || isAccepted || run != nil || checkpoint != nil || lap != nil
                || movedTo != nil || !clock.isNone
        }
        /// Whether a person has said that it counts or where.
        var isFixed: Bool {
            isAccepted || checkpoint != nil || lap != nil || movedTo != nil
        }
    }
}
