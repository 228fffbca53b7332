/// Who is entered in a session, when it started, and who has run: what a start is made from.
public struct StartList: Hashable, Sendable {
    /// A start as it stands, with what moved it applied.
    public struct Start: Hashable, Sendable {
        public var id: StartID
        public var at: Timestamp
        public var uncertainty: TimeSpan
    }

    public struct Run: Hashable, Sendable {
        public var id: RunID
        public var runner: RunnerID
        public var number: String?
        public var status: Status
        public var startedAt: Timestamp
    }

    /// By runner.
    public var entries: [Entry]
    /// By instant, then id.
    public var starts: [Start]
    /// Runs that have begun and are not voided, by start, then id; of the open session without those
    /// that ended long ago. Nil for a session that was made and is out of memory as a whole.
    public var runs: [Run]?
}

extension TrackState {
    /// The start list of a session; nil where there is no such session.
    public func startList(of id: SessionID) -> StartList? {
        guard let session = sessions[id] else { return nil }
        return StartList(
            entries: session.entries.values.sorted { $0.runner < $1.runner },
            starts: session.starts.map {
                .init(id: $0.id, at: $0.at, uncertainty: uncertainty(of: $0.id))
            },
            runs: session.archived == nil
                ? session.runsByStart.map { listed($0, in: session) } : nil)
    }

    private func listed(_ ref: InstantRef<RunID>, in session: Indirect<SessionState>)
        -> StartList.Run
    {
        let run = runs[ref.id]!
        return .init(
            id: ref.id, runner: run.runner,
            number: run.number(entry: session.entries[run.runner]),
            status: run.result.status, startedAt: ref.at)
    }

    /// The sessions whose start lists events are about, as the state is now: asked before they are
    /// applied and after, those that they change. Splits and ends of runs are none: a run that is over
    /// stays in its list.
    public func startLists(of events: [Event]) -> Set<SessionID> {
        events.reduce(into: []) { lists, event in
            if case .capturesShifted(let shift) = event {
                lists.formUnion(startLists(of: shifted(by: shift)))
            } else if let session = sessionListing(event) {
                lists.insert(session)
            }
        }
    }

    private func startLists(of shifted: ShiftedCaptures) -> [SessionID] {
        shifted.starts.compactMap { starts[$0]?.session }
            + shifted.runs.compactMap { runs[$0]?.session }
    }

    private func sessionListing(_ event: Event) -> SessionID? {
        switch event {
        case .runnerEntered(let entry): entry.session ?? Self.openSession
        case .runnerWithdrawn(_, let session): session ?? Self.openSession
        case .startCreated(let start): starts[start.id]?.session ?? start.session
        case .startMoved(let start, _, _): starts[start]?.session
        case .runStarted(let capture): runs[capture.run]?.session
        case .runEdited(let run, _), .runVoided(let run), .runRestored(let run):
            runs[run]?.session
        default: nil
        }
    }

    /// The sessions that a runner is entered in.
    public func sessions(entering runner: RunnerID) -> Set<SessionID> {
        Set(sessions.keys.filter { sessions[$0]!.entries[runner] != nil })
    }
}
