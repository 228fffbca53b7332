/// A run with all of its captures: what history shows and stores, whether or not it is on the board.
public struct RunView: Hashable, Sendable {
    /// A capture as it came, beside what followed from it.
    public struct Split: Hashable, Sendable {
        public var capture: SplitCapture
        public var part: BoardSplit
    }

    public var id: RunID
    public var head: BoardRunHead
    public var splits: [Split]
    public var isVoided: Bool
    public var revision: Int
    public var category: String?
    public var team: String?
    /// The start that it shares with others.
    public var start: StartID?
    /// The session that it names, while there is no such session.
    public var namedSession: SessionID?
    /// The greatest instant of anything that is known of it; nil for one that has not begun.
    public var lastAt: Timestamp?
    /// What it has in the bests.
    public var times: [MeasuredValue]
    /// Whether the run belongs to the history: it has begun, and is not out any more; also one that a
    /// person took out.
    public var hasEnded: Bool
}

/// What a run that is out is looked for by.
public struct RunningRun: Hashable, Sendable {
    public var id: RunID
    public var runner: RunnerID
    public var startedAt: Timestamp?
}

extension TrackState {
    /// Runs that are not voided and out on the track.
    public var runningCount: Int { sessions.values.reduce(0) { $0 + $1.running.count } }

    /// The runs that are out, of all sessions, in no order.
    public var runningRuns: [RunningRun] {
        sessions.values.flatMap(\.running).map {
            RunningRun(id: $0, runner: runs[$0]!.runner, startedAt: runs[$0]!.startedAt)
        }
    }

    /// The instant of the latest capture.
    public var lastActivity: Timestamp? { latestInstant }

    public var revision: Int { revisions.last?.number ?? 0 }

    /// Every run, in no order.
    public var allRuns: some Collection<RunID> { runs.keys }

    /// The run that a capture is of, as far as that is known.
    public func run(of capture: CaptureID) -> RunID? { captures[capture]?.resolved }

    /// Captures that no run is known for, by instant.
    public var unassignedCaptures: [CaptureID] { unassigned.map(\.id) }

    /// A capture that no run is known for; nil where one is.
    public func unassignedSplit(_ id: CaptureID) -> RunView.Split? {
        guard let record = captures[id], record.resolved == nil else { return nil }
        return .init(capture: record.capture, part: boardSplit(unassigned: id))
    }

    /// Runs whose end was captured and that are not known themselves.
    public var unknownFinished: some Collection<RunID> { earlyFinishes.keys }

    /// Whether a run in memory belongs to the history, as `RunView.hasEnded` says; nil where nothing
    /// is known of it.
    public func hasEnded(_ run: RunID) -> Bool? {
        runs[run]?.hasEnded ?? (earlyFinishes[run] == nil ? nil : false)
    }

    /// A run's captures, by instant.
    public func captures(of run: RunID) -> [CaptureID] { runs[run]?.captures.map(\.id) ?? [] }

    /// Every session, in no order.
    public var allSessions: some Collection<SessionID> { sessions.keys }

    public func hasRuns(of runner: RunnerID) -> Bool { runsBySubject[.runner(runner)] != nil }

    public func session(_ id: SessionID) -> BoardSession? {
        sessions[id] == nil ? nil : boardSession(id, current: currentSession)
    }

    public func sessionDefinition(_ id: SessionID) -> SessionDefinition? {
        sessions[id]?.definition
    }

    /// The runs of a session that have started and are not voided, by start.
    public func runs(of session: SessionID) -> [RunID] {
        sessions[session]?.runsByStart.map(\.id) ?? []
    }

    public func view(of id: RunID, names: RunnerRegistry) -> RunView? {
        guard let run = runs[id] else { return nil }
        let bests = bests(of: run)
        let entry = sessions[run.session]?.entries[run.runner]
        return RunView(
            id: id, head: boardHead(id, run, names: names, in: bests),
            splits: boardSplits(run, last: run.captures.count, in: bests).map {
                .init(capture: captures[$0.id]!.capture, part: $0)
            },
            isVoided: run.isVoided, revision: run.revision?.number ?? 1,
            category: entry?.category, team: entry?.team, start: run.origin.start,
            namedSession: run.declaredSession.flatMap { sessions[$0] == nil ? $0 : nil },
            lastAt: lastInstant(of: id), times: run.contribution?.values ?? [],
            hasEnded: run.hasEnded)
    }

    /// The places of all runs of a session.
    public func placings(of id: SessionID) -> [RunID: BoardPlacing] {
        guard let session = sessions[id], let definition else { return [:] }
        return Classification(
            of: classificationRows(session.runsByStart.map(\.id), by: session.definition.rank),
            by: session.definition, rounding: definition.rounding
        ).placings
    }

    /// Runs as places are worked out from them; those without a start are left out.
    func classificationRows(_ ids: [RunID], by rank: Rank) -> [Classification.Row] {
        ids.compactMap { id in
            let run = runs[id]!
            guard run.value.startedAt != nil, let course = run.value.revision?.course else {
                return nil
            }
            return Classification.Row(
                id, run, on: course, bestLap: rank == .lap ? bestLap(of: run.value.result) : nil)
        }
    }
}
