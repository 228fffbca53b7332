/// A run: what was captured of it, what people corrected, and what follows from both.
struct RunState: Hashable, Sendable {
    // What was sent and corrected.

    /// The start that counts, of all that were captured for this id.
    var capture: RunCapture
    var edit = RunEdit()
    var isVoided = false
    /// A status that a person set.
    var setStatus: Status?
    /// By the instant that was given, then id.
    var finishes: [FinishCapture] = []
    /// Ends that were captured for instants up to this one are undone.
    var reopenedAt: Timestamp?
    /// Checkpoints that a person said the run did not pass.
    var skipped: Set<SkippedCheckpoint> = []
    /// Spans in which the clock stood; none until races are stopped.
    var held: [HeldSpan] = []
    /// What penalties and bonuses add to the official time.
    var adjustment = TimeSpan.zero

    // What follows.

    /// The captures that are of this run, by instant, then id.
    var captures: [InstantRef<CaptureID>] = []
    var startedAt: Timestamp?
    var startUncertainty = TimeSpan.zero
    /// What is known better of the clock that its own start was taken with.
    var startClock = ClockCorrection()
    /// The instants at which its end was captured, earliest first.
    var ends: [Timestamp] = []
    /// The session that the run is in: the one it names if that exists, else the open one.
    var session: SessionID
    var revision: Revision?
    var placement: Placement?
    var result = RunResult()
    /// What captures can call the run, besides its id.
    var answersTo: [Subject] = []
    /// What is in the bests and in the session's lists of this run as it is now.
    var contribution: Contribution?

    var runner: RunnerID { edit.runner ?? capture.runner }
    var origin: RunOrigin { edit.origin ?? capture.origin }
    var declaredSession: SessionID? { edit.session ?? capture.session }

    /// The earliest captured end that stands.
    var finishedBy: Timestamp? {
        guard let reopenedAt else { return ends.first }
        return ends.first { $0 > reopenedAt }
    }
}

// Asked of the reference, so that the run is not copied for it.
extension Indirect<RunState> {
    /// Whether the run belongs to the history: it has begun, and is not out any more; also one that a
    /// person took out.
    var hasEnded: Bool {
        guard self.startedAt != nil else { return false }
        return self.isVoided || self.result.status != .running && self.result.status != .ready
    }

    var isCorrected: Bool {
        !self.edit.isEmpty || self.setStatus != nil || self.reopenedAt != nil
            || !self.skipped.isEmpty
            || !self.startClock.isNone || self.result.splits.contains(where: \.isCorrected)
    }

    /// The run's own number, else that of its runner's entry.
    func number(entry: Entry?) -> String? {
        self.edit.number ?? self.capture.number ?? entry?.number
    }
}

/// A checkpoint that a person said a run does not pass, in a lap. In order by lap, then checkpoint.
public struct SkippedCheckpoint: Hashable, Comparable, Sendable {
    public var checkpoint: CheckpointID
    public var lap: Int

    public static func < (left: Self, right: Self) -> Bool {
        left.lap != right.lap ? left.lap < right.lap : left.checkpoint < right.checkpoint
    }
}

/// What a run puts into what is kept over many runs.
struct Contribution: Hashable, Sendable {
    var runner: RunnerID
    var session: SessionID
    /// The session whose own bests the values take part in, besides those of all time.
    var scope: SessionID?
    var values: [MeasuredValue] = []
    /// The laps that its session's lead is worked out from.
    var lapEnds: [Leads.LapEnd] = []
    /// Nil: the run is in no list of its session.
    var place: Place?

    enum Place: Hashable, Sendable {
        case running
        /// Ended, at the instant of its finish or of the last that is known of it.
        case ended(Timestamp)
    }
}
