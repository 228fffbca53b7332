/// How a capture's instant was taken, which adds to how uncertain it is.
public enum CaptureMethod: String, CaseIterable, Sendable {
    /// A person's tap.
    case tap
    /// A sensor, as exact as it says.
    case sensor
    /// Stamped when it arrived, by a source without a clock.
    case arrival

    /// What the method adds to the clock's own uncertainty.
    public var uncertainty: TimeSpan {
        switch self {
        case .tap: .milliseconds(100)
        case .sensor: .zero
        case .arrival: .seconds(1)
        }
    }
}

/// Whom a split is of, as the device that took it knew.
public enum Subject: Hashable, Sendable {
    case run(RunID)
    case runner(RunnerID)
    case number(String)
    case transponder(String)
}

extension Subject: SpreadKey {
    package var spread: Int {
        switch self {
        case .run(let run): run.textHash
        case .runner(let runner): runner.textHash
        case .number(let text), .transponder(let text): text.hashValue
        }
    }
}

/// A split as a device sent it. It never changes; what people correct stands beside it.
public struct SplitCapture: Hashable, Sendable {
    public var id: CaptureID
    /// Nil: nobody knows yet. Else a run, or whoever's latest run begun before `at` it is.
    public var subject: Subject?
    /// Nil: the run's next checkpoint.
    public var checkpoint: CheckpointID?
    public var at: Timestamp
    /// The clock's part of how uncertain `at` is.
    public var uncertainty: TimeSpan
    public var method: CaptureMethod
    /// The device's own reading of its clock, where it differs from `at`.
    public var reading: Int64?
    public var device: DeviceID?

    public init(
        id: CaptureID, subject: Subject?, checkpoint: CheckpointID? = nil, at: Timestamp,
        uncertainty: TimeSpan, method: CaptureMethod = .tap, reading: Int64? = nil,
        device: DeviceID? = nil
    ) {
        self.id = id
        self.subject = subject
        self.checkpoint = checkpoint
        self.at = at
        self.uncertainty = uncertainty
        self.method = method
        self.reading = reading
        self.device = device
    }
}

/// A start that runs share: gun, wave or slot.
public struct StartCapture: Hashable, Sendable {
    public var id: StartID
    public var session: SessionID
    public var at: Timestamp
    public var uncertainty: TimeSpan
    public var device: DeviceID?

    public init(
        id: StartID, session: SessionID, at: Timestamp, uncertainty: TimeSpan,
        device: DeviceID? = nil
    ) {
        self.id = id
        self.session = session
        self.at = at
        self.uncertainty = uncertainty
        self.device = device
    }
}

/// Where a run's clock begins.
public enum RunOrigin: Hashable, Sendable {
    case at(Timestamp, uncertainty: TimeSpan)
    case start(StartID)
}

/// The start of a run as a device sent it.
public struct RunCapture: Hashable, Sendable {
    public var run: RunID
    public var runner: RunnerID
    public var number: String?
    /// Nil: the track's open session.
    public var session: SessionID?
    public var origin: RunOrigin
    /// The revision of the track that the device had, where it says so.
    public var revision: Int?
    public var device: DeviceID?

    public init(
        run: RunID, runner: RunnerID, number: String? = nil, session: SessionID? = nil,
        origin: RunOrigin, revision: Int? = nil, device: DeviceID? = nil
    ) {
        self.run = run
        self.runner = runner
        self.number = number
        self.session = session
        self.origin = origin
        self.revision = revision
        self.device = device
    }
}

/// The end of a run as a device sent it; known by the id of the command that brought it.
public struct FinishCapture: Hashable, Sendable {
    public var id: CaptureID
    public var run: RunID
    public var at: Timestamp
    public var device: DeviceID?

    public init(id: CaptureID, run: RunID, at: Timestamp, device: DeviceID? = nil) {
        self.id = id
        self.run = run
        self.at = at
        self.device = device
    }
}

/// What has become of a capture: it counts, or it is set aside and why.
public enum CaptureState: String, CaseIterable, Sendable {
    case counted
    /// Another device's capture of the same passing counts.
    case duplicate
    /// The same checkpoint again before the minimum time had gone by.
    case tooSoon
    /// Another checkpoint than could be reached by then.
    case outOfOrder
    case beforeStart
    case afterFinish
    /// No run is known that it could be of.
    case unassigned
    case voided
}
