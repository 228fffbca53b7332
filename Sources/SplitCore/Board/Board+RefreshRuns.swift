extension Board {
    /// The runs whose heads and deltas may be others now.
    enum Compared {
        case all
        case of(runs: Set<RunID>, runners: Set<RunnerID>)

        func contains(_ head: BoardRunHead, of id: RunID) -> Bool {
            switch self {
            case .all: true
            case .of(let runs, let runners):
                runs.contains(id) || runners.contains(head.runner.id)
            }
        }
    }

    /// What a run's head and delta follow from is the run, its session and track, the bests of its
    /// runner, those of everyone, and who leads.
    func comparedAnew(
        since changes: TrackState.Changes?, by leader: Classification.Row?, in session: SessionID
    ) -> Compared {
        guard let changes, !changes.track, !changes.sessions.contains(session),
            !changes.paceOfEveryone, leader?.id == self.leader,
            leader.map({ !changes.runs.contains($0.id) }) ?? true
        else { return .all }
        return .of(runs: changes.runs, runners: changes.bestsOf)
    }

    /// What runs are shown by, beside themselves.
    struct RunsBasis {
        var leader: Classification.Row?
        var bests: Bests
        /// How many splits of each are shown.
        var splits: Int
        /// The runs that have changed; nil: any may have.
        var changed: Set<RunID>?
        var compared: Compared
    }

    /// Puts the runs that are shown in their order. Answers those that are new.
    mutating func showRuns(
        _ shown: [RunID], _ state: TrackState, names: RunnerRegistry, by basis: RunsBasis
    ) -> Set<RunID> {
        var known = Dictionary(uniqueKeysWithValues: runs.map { ($0.id, $0) })
        var fresh: Set<RunID> = []
        let gone = runs
        runs = shown.map { id in
            if let run = known.removeValue(forKey: id) { return run }
            fresh.insert(id)
            let run = state.runs[id]!
            let head = state.boardHead(id, run, names: names, in: basis.bests)
            let delta = state.delta(of: run, id: id, leader: basis.leader, in: basis.bests)
            let splits = state.boardSplits(run, last: basis.splits, in: basis.bests)
            return Board.Run(
                id: id, head: .init(head, seq: seq), placing: .init(.none, seq: seq),
                delta: .init(delta, seq: seq), splits: splits.map { .init($0, seq: seq) }, seq: seq)
        }
        for run in gone where known[run.id] != nil { bury(.run(run.id)) }
        return fresh
    }

    /// Brings a run that was on the board already up to the state, but for its place.
    mutating func refreshRun(
        at index: Int, _ state: TrackState, names: RunnerRegistry, by basis: RunsBasis
    ) {
        let id = runs[index].id
        let isChanged = basis.changed?.contains(id) ?? true
        guard
            isChanged || basis.compared.contains(runs[index].head.value, of: id)
                || runs[index].head.value.runner.isRenamed(in: names)
        else { return }
        let run = state.runs[id]!
        runs[index].head.update(
            state.boardHead(id, run, names: names, in: basis.bests), seq: seq)
        runs[index].delta.update(
            state.delta(of: run, id: id, leader: basis.leader, in: basis.bests), seq: seq)
        if isChanged {
            let splits = state.boardSplits(run, last: basis.splits, in: basis.bests)
            runs[index].splits.replace(
                with: splits, id: { $0.id }, seq: seq, buried: &tombstones,
                subject: { .split(id, $0.id) })
        }
        runs[index].updateSeq()
    }
}

extension Board.Run {
    mutating func place(_ placing: BoardPlacing, seq: Int64) {
        self.placing.update(placing, seq: seq)
        self.seq = max(self.seq, self.placing.seq)
    }

    fileprivate mutating func updateSeq() {
        seq = splits.reduce(max(head.seq, placing.seq, delta.seq)) { max($0, $1.seq) }
    }
}

extension BoardRunHead.Who {
    /// A name is not in a track's log.
    fileprivate func isRenamed(in names: RunnerRegistry) -> Bool { name != names.name(of: id) }
}
