/// How a run stands.
public enum Status: String, CaseIterable, Sendable {
    case entered, ready, running, finished
    /// Did not finish.
    case dnf
    /// Did not start.
    case dns
    /// Disqualified.
    case dsq
    /// Not classified: out at the close without a lap.
    case nc
    /// Out of competition.
    case hc

    /// Those that a person may set; `running` takes a set status back.
    public static let settable: [Status] = [.running, .dnf, .dns, .dsq, .nc, .hc]
}

/// The fields of a run that an edit changes; nil leaves a field as it is.
public struct RunEdit: Hashable, Sendable {
    public var runner: RunnerID?
    public var number: String?
    public var session: SessionID?
    public var origin: RunOrigin?

    public init(
        runner: RunnerID? = nil, number: String? = nil, session: SessionID? = nil,
        origin: RunOrigin? = nil
    ) {
        self.runner = runner
        self.number = number
        self.session = session
        self.origin = origin
    }

    public var isEmpty: Bool { self == RunEdit() }
}
