/// Who is entered in a session, and the starts that were captured for it.
public struct StartList: Hashable, Sendable {
    /// A start as it stands, with what moved it applied.
    public struct Start: Hashable, Sendable {
        public var id: StartID
        public var at: Timestamp
        public var uncertainty: TimeSpan
    }

    /// By runner.
    public var entries: [Entry]
    /// By instant, then id.
    public var starts: [Start]
}

extension TrackState {
    /// The start list of a session; nil where there is no such session.
    public func startList(of session: SessionID) -> StartList? {
        guard let session = sessions[session] else { return nil }
        return StartList(
            entries: session.entries.values.sorted { $0.runner < $1.runner },
            starts: session.starts.map {
                .init(id: $0.id, at: $0.at, uncertainty: uncertainty(of: $0.id))
            })
    }

    /// The session whose start list is another one after an event.
    public func startList(changedBy event: Event) -> SessionID? {
        switch event {
        case .runnerEntered(let entry): entry.session ?? Self.openSession
        case .runnerWithdrawn(_, let session): session ?? Self.openSession
        case .startCreated(let start): start.session
        case .startMoved(let start, _, _): starts[start]?.session
        default: nil
        }
    }
}
