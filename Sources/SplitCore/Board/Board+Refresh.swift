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
        track.update(state.boardTrack(definition), seq: seq)
        let current = state.currentSession
        let session = state.sessions[current]!.definition
        let scope = session.scope ?? definition.scope
        let bests = scope == .session ? state.ofSession[current] ?? .init() : state.allTime

        let shown = state.runsOnBoard(of: current, limits: limits)
        let classification = Classification(
            of: state.classificationRows(shown), by: session, rounding: definition.rounding)

        refreshSessions(state, current: current)
        refreshRuns(
            shown, state, changes: changes, names: names, classification: classification,
            bests: bests, limits: limits)
        refreshUnassigned(state, limits: limits)
        overall.update(
            state.boardBests(of: nil, in: bests, session: session), of: nil, seq: seq,
            buried: &tombstones)
        let basis = BestsBasis(
            session: current, limit: session.limit, scope: scope,
            course: state.revisions.last?.course)
        refreshRunners(
            state, bests: bests, session: session,
            touched: basis == bestsBasis ? changes?.bestsOf : nil)
        bestsBasis = basis
        standings.replace(
            with: classification.standings, id: \.runner, seq: seq, buried: &tombstones
        ) { .standing($0.runner) }
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
        sessions.replace(with: values, id: \.id, seq: seq, buried: &tombstones) { .session($0.id) }
    }

    private mutating func refreshRuns(
        _ shown: [RunID], _ state: TrackState, changes: TrackState.Changes?,
        names: RunnerRegistry, classification: Classification, bests: Bests, limits: BoardLimits
    ) {
        let known = Dictionary(uniqueKeysWithValues: runs.indices.map { (runs[$0].id, $0) })
        var fresh: [Board.Run] = []
        fresh.reserveCapacity(shown.count)
        for id in shown {
            let run = state.runs[id]!
            let head = state.boardHead(
                id, run, names: names, leader: classification.leader, in: bests)
            let placing = classification.placings[id] ?? .none
            let delta = state.delta(of: run, id: id, leader: classification.leader, in: bests)
            guard let index = known[id] else {
                let splits = state.boardSplits(run, last: limits.splits, in: bests)
                fresh.append(
                    Board.Run(
                        id: id, head: .init(head, seq: seq), placing: .init(placing, seq: seq),
                        delta: .init(delta, seq: seq),
                        splits: splits.map { .init($0, seq: seq) }, seq: seq))
                continue
            }
            var part = runs[index]
            part.head.update(head, seq: seq)
            part.placing.update(placing, seq: seq)
            part.delta.update(delta, seq: seq)
            if changes?.runs.contains(id) ?? true {
                let splits = state.boardSplits(run, last: limits.splits, in: bests)
                part.splits.replace(with: splits, id: \.id, seq: seq, buried: &tombstones) {
                    .split(id, $0.id)
                }
            }
            part.seq = max(
                part.head.seq, part.placing.seq, part.delta.seq, part.splits.map(\.seq).max() ?? 0)
            fresh.append(part)
        }
        let kept = Set(shown)
        for run in runs where !kept.contains(run.id) { bury(.run(run.id)) }
        runs = fresh
    }

    private mutating func refreshUnassigned(_ state: TrackState, limits: BoardLimits) {
        let values = state.unassigned.suffix(limits.splits).map {
            state.boardSplit(unassigned: $0.id)
        }
        unassigned.replace(with: values, id: \.id, seq: seq, buried: &tombstones) {
            .unassigned($0.id)
        }
    }

    /// - Parameter touched: whose bests may be others now; nil is everyone.
    private mutating func refreshRunners(
        _ state: TrackState, bests: Bests, session: SessionDefinition, touched: Set<RunnerID>?
    ) {
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

    private mutating func bury(_ subject: Tombstone.Subject) {
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
        segments.replace(with: values.segments, id: \.ends, seq: seq, buried: &buried) {
            .segment(runner, $0.ends)
        }
        self.seq = max(whole.seq, segments.map(\.seq).max() ?? 0)
    }
}

extension Array {
    /// Takes the values in their order: what is as it was keeps its `seq`, what went is buried.
    fileprivate mutating func replace<Value, ID: Hashable>(
        with values: [Value], id: KeyPath<Value, ID>, seq: Int64,
        buried: inout [Board.Tombstone], subject: (Value) -> Board.Tombstone.Subject
    ) where Element == BoardPart<Value> {
        if elementsEqual(values, by: { $0.value == $1 }) { return }
        var known = Dictionary(uniqueKeysWithValues: map { ($0.value[keyPath: id], $0) })
        let gone = self
        self = values.map { value in
            guard var part = known.removeValue(forKey: value[keyPath: id]) else {
                return BoardPart(value, seq: seq)
            }
            part.update(value, seq: seq)
            return part
        }
        for part in gone where known[part.value[keyPath: id]] != nil {
            buried.append(.init(subject: subject(part.value), seq: seq))
        }
    }
}
