extension Event {
    /// The run that the event is of, by the id that was sent. An event is of a run, of a split, or of
    /// the track itself and its sessions.
    public var run: RunID? {
        switch self {
        case .runStarted(let capture): capture.run
        case .finishRecorded(let finish): finish.run
        case .runReopened(let run, _), .statusSet(let run, _), .runEdited(let run, _),
            .runVoided(let run), .runRestored(let run), .checkpointSkipped(let run, _, _),
            .checkpointRestored(let run, _, _):
            run
        default: nil
        }
    }

    /// The split that the event is of.
    public var split: CaptureID? {
        switch self {
        case .splitRecorded(let capture): capture.id
        case .splitAccepted(let split), .splitAssigned(let split, _), .splitVoided(let split),
            .splitRestored(let split), .splitMoved(let split, _):
            split
        default: nil
        }
    }

    /// The session that a run is said to be in.
    public var namedSession: SessionID? {
        switch self {
        case .runStarted(let capture): capture.session
        case .runEdited(_, let edit): edit.session
        default: nil
        }
    }

    /// Whether a device captured it.
    public var isCapture: Bool {
        switch self {
        case .startCreated, .runStarted, .splitRecorded, .finishRecorded: true
        default: false
        }
    }

    /// The instant that a capture tells of.
    public var capturedAt: Timestamp? {
        switch self {
        case .startCreated(let start): start.at
        case .runStarted(let run): run.origin.instant
        case .splitRecorded(let split): split.at
        case .finishRecorded(let finish): finish.at
        default: nil
        }
    }
}
