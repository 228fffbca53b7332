extension TrackState {
    /// How long what has ended stays in memory at least, whatever is asked: the board shows it.
    private static let leastSpan = BoardLimits().openSessionSpan

    /// Lets go of the runs that ended more than a span of time before the latest capture: those of
    /// the open session one by one, those of other sessions all together. Answers which they were.
    ///
    /// Runs that are out stay, and so does the current session. Everything that is let go of must be
    /// on disk, and so must the chains of bests.
    public mutating func archive(olderThan span: TimeSpan) -> [RunID] {
        guard let latestInstant else { return [] }
        return archive(through: latestInstant - max(span, Self.leastSpan))
    }

    /// Lets go of what ended before this instant.
    mutating func archive(through cutoff: Timestamp) -> [RunID] {
        var archived = overInOpenSession(by: cutoff)
        let current = currentSession
        for session in sessions.keys where session != Self.openSession && session != current {
            guard let over = wholeSessionOver(session, by: cutoff) else { continue }
            letGo(of: session)
            archived += over
        }
        guard !archived.isEmpty else { return [] }
        let changes = self.changes
        for run in archived { letGo(of: run) }
        self.changes = changes
        archive.through = max(archive.through ?? cutoff, cutoff)
        return archived
    }

    private func overInOpenSession(by cutoff: Timestamp) -> [RunID] {
        guard let open = sessions[Self.openSession], open.definition.finish != .leader else {
            return []
        }
        let ended = open.ended.prefix { $0.at < cutoff }.map(\.id)
        // With these the session begins and ends; they stand for all between.
        let ends = [open.runsByStart.first?.id, open.runsByStart.last?.id]
        return (ended + open.voided).filter { !ends.contains($0) && isOver($0, by: cutoff) }
    }

    /// The runs of a session that was made, if all of them are over.
    private func wholeSessionOver(_ id: SessionID, by cutoff: Timestamp) -> [RunID]? {
        let session = sessions[id]!
        guard session.archived == nil, session.running.isEmpty,
            session.ended.last.map({ $0.at < cutoff }) ?? true
        else { return nil }
        let runs = self.runs.keys.filter { self.runs[$0]!.session == id }
        return !runs.isEmpty && runs.allSatisfy { isOver($0, by: cutoff) } ? runs : nil
    }

    /// The greatest instant of anything that is known of a run.
    public func lastInstant(of id: RunID) -> Timestamp? {
        guard let run = runs[id] else { return nil }
        var last = run.startedAt
        func note(_ instant: Timestamp?) {
            if let instant { last = max(last ?? instant, instant) }
        }
        for ref in run.captures {
            note(ref.at)
            note(captures[ref.id]?.capture.at)
        }
        note(run.finishes.last?.at)
        note(run.ends.last)
        note(run.result.finishedAt)
        return last
    }

    private func isOver(_ id: RunID, by cutoff: Timestamp) -> Bool {
        let run = runs[id]!
        return run.hasEnded && lastInstant(of: id).map { $0 < cutoff } ?? false
    }

    private mutating func letGo(of session: SessionID) {
        let list = sessions[session]!.runsByStart
        var starts: ClosedRange<Timestamp>?
        if let first = list.first, let last = list.last { starts = first.at...last.at }
        sessions[session]!.archived = ArchivedRuns(starts: starts)
        // What the flag was worked out from comes back with the runs; the flag itself stays.
        sessions[session]!.leads = Leads()
        ofSession[session] = nil
    }

    private mutating func letGo(of id: RunID) {
        let run = runs[id]!
        if let contribution = run.contribution { letGo(of: contribution, of: id) }
        for ref in run.captures {
            let record = captures[ref.id]!
            captures[ref.id] = nil
            if let subject = record.subject { forget(ref, of: subject) }
        }
        delist(id)
        runs[id] = nil
    }

    private mutating func letGo(of contribution: Contribution, of id: RunID) {
        let runner = contribution.runner
        for value in contribution.values {
            allTime.forget(value, runner: runner, run: id)
            if let scope = contribution.scope {
                ofSession[scope]?.forget(value, runner: runner, run: id)
            }
        }
        if case .ended(let at) = contribution.place {
            sessions[contribution.session]!.ended.remove(.init(at: at, id: id))
        }
    }

    // MARK: And takes up again

    /// Takes runs out of the archive into memory again. Nothing of the state is another for it.
    ///
    /// - Parameters:
    ///   - loose: events of captures that no run is known for.
    ///   - references: what was looked for; all that was found of it is among the runs.
    public mutating func restore(
        _ found: [ArchivedRun], loose: [LoggedEvent] = [], answering references: Set<Reference>
    ) {
        let (changes, seq, latestInstant) = (self.changes, self.seq, self.latestInstant)
        var known: Set<RunID> = []
        let fresh = found.filter { runs[$0.id] == nil && known.insert($0.id).inserted }
        for run in fresh { sessions[run.session]?.archived = nil }
        let events = loose + fresh.flatMap(\.events)
        archive.isRestoring = true
        for logged in events.sorted(by: { $0.seq < $1.seq }) {
            apply(logged.event)
        }
        settle()
        archive.isRestoring = false
        for run in fresh { takeUpValues(of: run.id) }
        archive.captures = [:]
        archive.runs = [:]
        for reference in references {
            switch reference {
            case .session(let session): sessions[session]?.archived = nil
            case .everything:
                for session in sessions.keys { sessions[session]!.archived = nil }
                archive.through = nil
            default: break
            }
        }
        archive.missing = []
        (self.changes, self.seq, self.latestInstant) = (changes, seq, latestInstant)
    }

    private mutating func takeUpValues(of run: RunID) {
        guard let contribution = runs[run]?.contribution else { return }
        let runner = contribution.runner
        for value in contribution.values {
            allTime.remember(value, runner: runner, run: run)
            guard let scope = contribution.scope else { continue }
            if scope == Self.openSession {
                ofSession[scope, default: .init()].remember(value, runner: runner, run: run)
            } else {
                // The chains of a session that was made went with its runs.
                changeBests(in: scope, value.measure, of: runner) {
                    $0.insert(value, runner: runner, run: run, changed: &$1)
                }
            }
        }
    }

    /// Says what was looked for, for the event that comes next: it is not missing any more.
    public mutating func consult(_ references: Set<Reference>) {
        archive.consulted = references
        archive.missing = []
    }

    // MARK: At a start

    /// Begins with what a track keeps in memory of an archive: after its definitions, before its runs
    /// are restored. Answers the instant since which runs have to be in memory.
    ///
    /// - Parameters:
    ///   - latestInstant: the greatest instant of any capture.
    ///   - span: how long an ended run stays in memory.
    public mutating func begin(
        at seq: Int64, latestInstant: Timestamp?, keeping span: TimeSpan
    ) -> Timestamp {
        let cutoff = latestInstant.map { $0 - max(span, Self.leastSpan) }
        let through = cutoff ?? Timestamp(microseconds: .min + 1)
        begin(at: seq, latestInstant: latestInstant, archivedThrough: through)
        return through
    }

    mutating func begin(
        at seq: Int64, latestInstant: Timestamp?, archivedThrough through: Timestamp
    ) {
        self.seq = seq
        self.latestInstant = latestInstant
        archive.through = through
    }

    /// The current session, if its runs are not in memory.
    public var archivedCurrentSession: SessionID? {
        let current = currentSession
        return sessions[current]?.archived == nil ? nil : current
    }

    /// Says of a session that all its runs are in the archive: when the first and the last of them
    /// began, and when its flag fell.
    public mutating func begin(
        _ session: SessionID, archivedStarts starts: ClosedRange<Timestamp>?, flagAt: Timestamp?
    ) {
        sessions[session]?.archived = ArchivedRuns(starts: starts)
        sessions[session]?.flagAt = flagAt
    }

    /// Puts a chain of bests in place, as it was written.
    public mutating func begin(_ id: ChainID, with chain: Chain) {
        if let scope = id.scope {
            ofSession[scope, default: .init()].restore(chain, id.measure, of: id.runner)
        } else {
            allTime.restore(chain, id.measure, of: id.runner)
        }
    }

    /// The links of a chain of bests; empty where there is none.
    public func chain(_ id: ChainID) -> Chain {
        let bests = id.scope.map { ofSession[$0] ?? .init() } ?? allTime
        return (id.runner.map { bests.chain(id.measure, of: $0) } ?? bests.chain(id.measure))
            ?? .init()
    }

    /// The chains that are kept for the next start: those of all time, and those of the open session.
    /// The others come back with the runs of their session.
    public var keptChains: [ChainID] {
        allTime.chains(in: nil)
            + (ofSession[Self.openSession]?.chains(in: Self.openSession) ?? [])
    }
}
