/// How much of a track the board holds; the rest is history.
public struct BoardLimits: Hashable, Sendable {
    /// Runs that have ended, the last of them.
    public var endedRuns: Int
    /// Splits of each run, the last of them; also captures that no run is known for.
    public var splits: Int
    /// How long a run of the open session stays after its end.
    public var openSessionSpan: TimeSpan
    /// Removals that are kept for spectators who come back.
    public var tombstones: Int

    public init(
        endedRuns: Int = 200, splits: Int = 24, openSessionSpan: TimeSpan = .seconds(12 * 3600),
        tombstones: Int = 4096
    ) {
        self.endedRuns = endedRuns
        self.splits = splits
        self.openSessionSpan = openSessionSpan
        self.tombstones = tombstones
    }
}

extension Board {
    /// The board of a track as it is now; nil before the track is created.
    public init?(
        of state: TrackState, epoch: String, names: RunnerRegistry, limits: BoardLimits = .init()
    ) {
        guard let definition = state.definition else { return nil }
        let seq = state.seq
        self.epoch = epoch
        self.seq = seq
        track = .init(state.boardTrack(definition), seq: seq)
        sessions = []
        runs = []
        unassigned = []
        overall = BestParts(.none, [], seq: seq)
        runners = []
        standings = []
        tombstones = []
        tombstonesSince = seq
        refresh(from: state, changes: nil, names: names, limits: limits)
    }

    /// Brings the board to the state of the track: each part that has another value now takes the
    /// state's `seq`. What is shown is a function of the state alone, so two boards of one state
    /// show the same.
    ///
    /// - Parameter changes: what has changed since the last time; nil looks at everything.
    public mutating func refresh(
        from state: TrackState, changes: TrackState.Changes?, names: RunnerRegistry,
        limits: BoardLimits = .init()
    ) {
        guard let definition = state.definition else { return }
        seq = state.seq
        if changes?.track ?? true { track.update(state.boardTrack(definition), seq: seq) }
        let current = state.currentSession
        let session = state.sessions[current]!.definition
        let scope = session.scope ?? definition.scope
        let bests = scope == .session ? state.ofSession[current] ?? .init() : state.allTime

        let bestsBasis = BestsBasis(
            session: current, limit: session.limit, scope: scope,
            course: state.revisions.last?.course)
        let later = bestsBasis == self.bestsBasis ? changes : nil
        let areSame =
            later.map { state.showsSameRuns(as: self, of: current, since: $0, limits: limits) }
            ?? false
        let shown = areSame ? runs.map(\.id) : state.runsOnBoard(of: current, limits: limits)
        let classification = Classification(
            of: state.classificationRows(shown, by: session.rank), by: session,
            rounding: definition.rounding)

        refreshSessions(state, current: current)
        let basis = RunsBasis(
            leader: classification.leader, bests: bests, splits: limits.splits,
            changed: changes?.runs,
            compared: comparedAnew(since: later, by: classification.leader, in: current))
        let fresh = areSame ? [] : showRuns(shown, state, names: names, by: basis)
        var areRunnersSame = areSame
        for index in runs.indices {
            let runner = runs[index].head.value.runner.id
            if fresh.isEmpty || !fresh.contains(runs[index].id) {
                refreshRun(at: index, state, names: names, by: basis)
            }
            runs[index].place(classification.placings[runs[index].id] ?? .none, seq: seq)
            if runs[index].head.value.runner.id != runner { areRunnersSame = false }
        }
        leader = classification.leader?.id
        refreshUnassigned(state, limits: limits)
        if later?.bestsOfEveryone ?? true {
            overall.update(
                state.boardBests(of: nil, in: bests, session: session), of: nil, seq: seq,
                buried: &tombstones)
        }
        refreshRunners(
            state, bests: bests, session: session, touched: later?.bestsOf,
            areSame: areRunnersSame)
        self.bestsBasis = bestsBasis
        standings.replace(
            with: classification.standings, id: { $0.runner }, seq: seq, buried: &tombstones,
            subject: { .standing($0.runner) })
        trimTombstones(to: limits.tombstones)
    }

    private mutating func refreshSessions(_ state: TrackState, current: SessionID) {
        let shown = state.sessions.keys.filter {
            $0 == current || $0 == TrackState.openSession || state.sessions[$0]!.closedAt == nil
        }
        let values = shown.map { state.boardSession($0, current: current) }.sorted {
            ($0.startedAt?.microseconds ?? .max, $0.id) < (
                $1.startedAt?.microseconds ?? .max, $1.id
            )
        }
        sessions.replace(
            with: values, id: { $0.id }, seq: seq, buried: &tombstones,
            subject: { .session($0.id) })
    }

    private mutating func refreshUnassigned(_ state: TrackState, limits: BoardLimits) {
        let values = state.unassigned.suffix(limits.splits).map {
            state.boardSplit(unassigned: $0.id)
        }
        unassigned.replace(
            with: values, id: { $0.id }, seq: seq, buried: &tombstones,
            subject: { .unassigned($0.id) })
    }

    /// - Parameters:
    ///   - touched: whose bests may be others now; nil is everyone.
    ///   - areSame: whether the runners are those that were shown before.
    private mutating func refreshRunners(
        _ state: TrackState, bests: Bests, session: SessionDefinition, touched: Set<RunnerID>?,
        areSame: Bool
    ) {
        if areSame, let touched {
            for index in runners.indices where touched.contains(runners[index].runner) {
                let runner = runners[index].runner
                runners[index].bests.update(
                    state.boardBests(of: runner, in: bests, session: session), of: runner, seq: seq,
                    buried: &tombstones)
            }
            return
        }
        var seen: Set<RunnerID> = []
        let shown = runs.map(\.head.value.runner.id).filter { seen.insert($0).inserted }.sorted()
        let known = Dictionary(uniqueKeysWithValues: runners.map { ($0.runner, $0) })
        runners = shown.map { runner in
            if let touched, !touched.contains(runner), let part = known[runner] { return part }
            let value = state.boardBests(of: runner, in: bests, session: session)
            guard var part = known[runner] else {
                return RunnerBests(
                    runner: runner, bests: .init(value.0, value.segments, seq: seq))
            }
            part.bests.update(value, of: runner, seq: seq, buried: &tombstones)
            return part
        }
        for runner in known.keys.sorted() where !seen.contains(runner) { bury(.bests(runner)) }
    }

    mutating func bury(_ subject: Tombstone.Subject) {
        tombstones.append(Tombstone(subject: subject, seq: seq))
    }

    private mutating func trimTombstones(to limit: Int) {
        guard tombstones.count > limit else { return }
        let excess = tombstones.count - limit
        // All of one seq go together: a cursor at it still has the later ones.
        tombstonesSince = tombstones[excess - 1].seq
        tombstones.removeAll { $0.seq <= tombstonesSince }
    }

    /// Whether someone who has the board as of `seq` in this epoch can be sent what changed since.
    public func hasChanges(since seq: Int64, epoch: String) -> Bool {
        epoch == self.epoch && seq <= self.seq && seq >= tombstonesSince
    }
}

extension Board.BestParts {
    init(_ whole: BoardBests, _ segments: [BoardBests.Segment], seq: Int64) {
        self.init(
            whole: .init(whole, seq: seq), segments: segments.map { .init($0, seq: seq) }, seq: seq)
    }

    mutating func update(
        _ values: (BoardBests, segments: [BoardBests.Segment]), of runner: RunnerID?, seq: Int64,
        buried: inout [Board.Tombstone]
    ) {
        whole.update(values.0, seq: seq)
        segments.replace(
            with: values.segments, id: { $0.ends }, seq: seq, buried: &buried,
            subject: { .segment(runner, $0.ends) })
        self.seq = max(whole.seq, segments.map(\.seq).max() ?? 0)
    }
}
