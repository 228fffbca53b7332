import SplitCore

/// The events of a track's log by the name that its rows have for them. Names stay for ever: a log
/// that was written under one is read under it.
enum EventType: String, CaseIterable {
    case trackCreated, trackEdited
    case sessionCreated, sessionEdited, sessionClosed
    case runnerEntered, runnerWithdrawn, runnerRenamed
    case startCreated, startMoved
    case runStarted, splitRecorded, finishRecorded
    case runReopened, statusSet, runEdited, runVoided, runRestored
    case splitAccepted, splitAssigned, splitVoided, splitRestored, splitMoved
    case capturesShifted
    case checkpointSkipped, checkpointRestored

    init(_ event: Event) {
        self =
            switch event {
            case .trackCreated: .trackCreated
            case .trackEdited: .trackEdited
            case .sessionCreated: .sessionCreated
            case .sessionEdited: .sessionEdited
            case .sessionClosed: .sessionClosed
            case .runnerEntered: .runnerEntered
            case .runnerWithdrawn: .runnerWithdrawn
            case .startCreated: .startCreated
            case .startMoved: .startMoved
            case .runStarted: .runStarted
            case .splitRecorded: .splitRecorded
            case .finishRecorded: .finishRecorded
            case .runReopened: .runReopened
            case .statusSet: .statusSet
            case .runEdited: .runEdited
            case .runVoided: .runVoided
            case .runRestored: .runRestored
            case .splitAccepted: .splitAccepted
            case .splitAssigned: .splitAssigned
            case .splitVoided: .splitVoided
            case .splitRestored: .splitRestored
            case .splitMoved: .splitMoved
            case .capturesShifted: .capturesShifted
            case .checkpointSkipped: .checkpointSkipped
            case .checkpointRestored: .checkpointRestored
            case .runnerRenamed: .runnerRenamed
            }
    }
}
