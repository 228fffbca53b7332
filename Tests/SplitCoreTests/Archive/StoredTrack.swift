@testable import SplitCore

/// What a journal keeps of a track: its log, the runs that have ended, the chains of bests. Finds what
/// is out of memory as the journal's tables do.
struct StoredTrack {
    /// The state as a full replay has it, at the last commit.
    private(set) var full: TrackState
    private(set) var log: [LoggedEvent]
    /// Runs that have ended, brought up to date from changes alone.
    private(set) var runs: [RunID: RunView] = [:]
    private(set) var chains: [ChainID: [Chain.Link]] = [:]
    /// Runs that have not ended, with their captures.
    private(set) var active: [RunID: Set<CaptureID>] = [:]

    init(_ track: TestTrack) {
        full = track.state
        log = track.log
    }

    /// Takes what has changed in a state that holds a part of the track in memory.
    mutating func commit(_ state: TrackState, _ changes: TrackState.Changes, full track: TestTrack)
    {
        var runs = changes.runs
        for id in changes.sessions where state.session(id)?.closedAt != nil {
            runs.formUnion(state.runs(of: id))
        }
        for id in runs {
            guard let view = state.view(of: id, names: .init()) else {
                if state.unknownFinished.contains(id) { active[id] = [] }
                continue
            }
            self.runs[id] = view.hasEnded ? view : nil
            active[id] = view.hasEnded ? nil : Set(view.splits.map(\.part.id))
        }
        for id in changes.chains { chains[id] = state.chain(id).links }
        full = track.state
        log = track.log
    }

    /// The state that a start makes of what is stored.
    func state(archivedThrough cutoff: Timestamp) -> TrackState {
        var state = TrackState(id: full.id)
        for logged in log where logged.event.run == nil && logged.event.split == nil {
            state.evolve(logged)
        }
        _ = state.takeChanges()
        state.begin(at: full.seq, latestInstant: full.latestInstant, archivedThrough: cutoff)
        for (id, links) in chains where !links.isEmpty { state.begin(id, with: Chain(links)) }
        var kept = active.keys.map { $0 } + runs.filter { $0.value.lastAt! >= cutoff }.keys
        kept += full.sessions[TrackState.openSession].map { session in
            [session.runsByStart.first, session.runsByStart.last].compactMap { $0?.id }
        }!
        let sessions = Set(kept.compactMap { full.runs[$0]?.session })
        for session in full.sessions.keys
        where session != TrackState.openSession && !sessions.contains(session) {
            let starts = full.sessions[session]!.runsByStart
            state.begin(
                session, archivedStarts: starts.first.map { $0.at...starts.last!.at },
                flagAt: full.sessions[session]!.flagAt)
        }
        if full.sessions[TrackState.openSession]?.definition.finish == .leader {
            kept += full.runs.filter { $0.value.session == TrackState.openSession }.keys
        }
        let unassigned = Set(full.unassignedCaptures)
        state.restore(
            expanded(Set(kept)).map(archivedRun),
            loose: events { event in
                event.split.map(unassigned.contains) ?? false
            }, answering: [])
        let current = state.currentSession
        if state.sessions[current]!.archived != nil {
            let references: Set<Reference> = [.session(current)]
            state.restore(find(references, excluding: []), answering: references)
        }
        return state
    }

    /// The runs that something may be about, none of which is in memory.
    func find(_ references: Set<Reference>, excluding known: Set<RunID>) -> [ArchivedRun] {
        var found: Set<RunID> = []
        for reference in references { found.formUnion(find(reference, known)) }
        return expanded(found).map(archivedRun)
    }

    private func find(_ reference: Reference, _ known: Set<RunID>) -> [RunID] {
        let ended = full.runs.filter { $0.value.hasEnded && !known.contains($0.key) }
        func latest(_ matches: (Indirect<RunState>) -> Bool, _ startedBy: Timestamp) -> [RunID] {
            ended.filter {
                !$0.value.isVoided && $0.value.startedAt! <= startedBy && matches($0.value)
            }
            .max { ($0.value.startedAt!, $0.key) < ($1.value.startedAt!, $1.key) }
            .map { [$0.key] } ?? []
        }
        switch reference {
        case .run(let run): return ended[run] == nil ? [] : [run]
        case .split(let split):
            return full.captures[split]?.resolved.map { [$0] } ?? []
        case .latestRun(let subject, let startedBy, let carriers):
            return latest(
                { run in
                    if case .transponder = subject {
                        return carriers.contains(.init(runner: run.runner, session: run.session))
                    }
                    return run.answersTo.contains(subject)
                }, startedBy)
        case .session(let session):
            return ended.filter { $0.value.session == session }.map(\.key)
        case .runner(let runner, in: let session):
            return ended.filter { $0.value.session == session && $0.value.runner == runner }.map(
                \.key)
        case .start(let start):
            return ended.filter { $0.value.origin == .start(start) }.map(\.key)
        case .naming(let session):
            return ended.filter { $0.value.declaredSession == session }.map(\.key)
        case .firstRun(of: let session):
            return full.sessions[session]!.runsByStart.first { ended[$0.id] != nil }.map {
                [$0.id]
            } ?? []
        case .lastRun(of: let session):
            return Array(full.sessions[session]!.runsByStart).last { ended[$0.id] != nil }.map {
                [$0.id]
            } ?? []
        case .bests(let window):
            var values: [(RunID, MeasuredValue)] = []
            for (id, run) in ended {
                guard window.runner == nil || window.runner == run.runner,
                    window.session == nil || window.session == run.session
                else { continue }
                for value in run.contribution?.values ?? [] where value.measure == window.measure {
                    guard value.at >= window.from, window.through.map({ value.at <= $0 }) ?? true,
                        window.below.map({ value.value < $0 }) ?? true
                    else { continue }
                    values.append((id, value))
                }
            }
            values.sort { ($0.1.at, $0.1.value) < ($1.1.at, $1.1.value) }
            var least: TimeSpan?
            var found: [RunID] = []
            for (id, value) in values where least.map({ value.value <= $0 }) ?? true {
                least = value.value
                found.append(id)
            }
            return found
        case .captures(of: let device, at: let span):
            let captured = log.filter {
                $0.origin.device == device && $0.event.capturedAt.map(span.contains) ?? false
            }
            return captured.compactMap { event in
                event.event.run ?? event.event.split.flatMap { full.captures[$0]?.resolved }
            }.filter { ended[$0] != nil }
        case .everything: return Array(ended.keys)
        }
    }

    /// Of a session that was made, all runs or none.
    private func expanded(_ found: Set<RunID>) -> Set<RunID> {
        var all = found
        for (id, run) in full.runs where run.session != TrackState.openSession {
            if found.contains(where: { full.runs[$0]?.session == run.session }) { all.insert(id) }
        }
        return all
    }

    private func archivedRun(_ id: RunID) -> ArchivedRun {
        let captures = Set(full.runs[id]?.captures.map(\.id) ?? [])
        return ArchivedRun(
            id: id, session: full.runs[id]?.session ?? TrackState.openSession,
            events: events { event in
                event.run == id || event.split.map(captures.contains) ?? false
            })
    }

    private func events(_ matches: (Event) -> Bool) -> [LoggedEvent] {
        log.filter { matches($0.event) }
    }
}
