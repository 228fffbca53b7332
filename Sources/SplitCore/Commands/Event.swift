/// What has happened on a track. The state of a track is the fold of its events, and nothing else
/// changes it. An event holds what was sent, and nothing that was worked out from the state.
public enum Event: Hashable, Sendable {
    case trackCreated(TrackDefinition)
    /// In force for runs that start at `at` or later.
    case trackEdited(TrackEdit, at: Timestamp)
    case sessionCreated(SessionID, SessionDefinition)
    case sessionEdited(SessionID, SessionEdit)
    case sessionClosed(SessionID, at: Timestamp)
    case runnerEntered(Entry)
    case runnerWithdrawn(RunnerID, session: SessionID?)
    case startCreated(StartCapture)
    case startMoved(StartID, at: Timestamp, uncertainty: TimeSpan)
    case runStarted(RunCapture)
    case splitRecorded(SplitCapture)
    case finishRecorded(FinishCapture)
    /// Undoes the ends that were captured for instants up to `at`.
    case runReopened(RunID, at: Timestamp)
    case statusSet(RunID, Status)
    case runEdited(RunID, RunEdit)
    case runVoided(RunID)
    case runRestored(RunID)
    case splitAccepted(CaptureID)
    case splitAssigned(CaptureID, Assignment)
    case splitVoided(CaptureID)
    case splitRestored(CaptureID)
    case splitMoved(CaptureID, at: Timestamp)
    case capturesShifted(ClockShift)
    case checkpointSkipped(RunID, CheckpointID, lap: Int)
    case checkpointRestored(RunID, CheckpointID, lap: Int)
    /// The registry has another name for this runner; the name itself is not in a track's log.
    case runnerRenamed(RunnerID)
}
