import Journal
import SplitCore
import TimingWire

/// Everything that a server needs to know of its journal to begin: read once at the start, and again
/// after a disk that did not take events. A value, so that any thread may read it.
///
/// Of a track it is not the whole log, but its definitions, the chains of bests, the runs that are out
/// and those that ended lately; the rest stays on disk until something is about it.
struct LoadedState: Sendable {
    struct Track: Sendable {
        var state: TrackState
        var head: LogHead
        var createdAt: Timestamp

        func room() -> Room {
            Room(
                id: state.id, log: DurableLog(head), state: state, createdAt: createdAt,
                stored: .init(state))
        }
    }

    var registry = RunnerRegistry()
    /// Nil before the first runner.
    var registryHead: LogHead?
    var tracks: [Track] = []
    /// The last instant at which a command came in.
    var latestReceipt: Timestamp?

    /// - Parameter recentSpan: how long an ended run stays in memory.
    init(
        from history: History, mergeWindow: TimeSpan, recentSpan: TimeSpan
    ) throws(LoadError) {
        for head in try Self.ask({ () throws(JournalError) in try history.heads() }) {
            if head.track.isEmpty {
                registry = try RunnerRegistry(reading: history)
                registryHead = head
            } else {
                tracks.append(
                    try Track(
                        head, from: history, mergeWindow: mergeWindow, recentSpan: recentSpan))
            }
            let receipt = try Self.ask { () throws(JournalError) in
                try history.lastReceipt(of: head.track)
            }
            if let receipt {
                let receipt = Timestamp(microseconds: receipt)
                latestReceipt = max(latestReceipt ?? receipt, receipt)
            }
        }
    }

    fileprivate static func ask<Value>(
        _ query: () throws(JournalError) -> Value
    ) throws(LoadError) -> Value {
        do { return try query() } catch { throw .journal(error) }
    }
}

extension LoadedState.Track {
    fileprivate init(
        _ head: LogHead, from history: History, mergeWindow: TimeSpan, recentSpan: TimeSpan
    ) throws(LoadError) {
        guard let id = TrackID(head.track) else { throw .unreadable(track: head.track, seq: 0) }
        let definitions = try Self.definitions(of: head.track, in: history)
        var state = TrackState(id: id, mergeWindow: mergeWindow)
        for event in definitions { state.evolve(event) }
        let latest = head.latestAt.map { Timestamp(microseconds: $0) }
        let cutoff = state.begin(at: head.seq, latestInstant: latest, keeping: recentSpan)
        try Self.begin(&state, head.track, history)
        try Self.restoreRuns(of: &state, since: cutoff, history)
        _ = state.takeChanges()
        self.init(
            state: state, head: head,
            createdAt: definitions.first?.origin.receivedAt ?? Timestamp(microseconds: 0))
    }

    private static func definitions(
        of track: String, in history: History
    ) throws(LoadError) -> [LoggedEvent] {
        var rows: [EventRow] = []
        do throws(JournalError) {
            try history.forEachDefinition(of: track) { row in
                rows.append(row)
                return true
            }
        } catch {
            throw .journal(error)
        }
        var events: [LoggedEvent] = []
        for row in rows { events.append(try LoggedEvent(reading: row)) }
        return events
    }

    /// The chains of bests, and the sessions as they are without their runs.
    private static func begin(
        _ state: inout TrackState, _ track: String, _ history: History
    ) throws(LoadError) {
        let (bests, sessions) = try LoadedState.ask { () throws(JournalError) in
            (try history.bests(of: track), try history.sessions(of: track))
        }
        for (key, rows) in bests {
            guard let id = ChainID(key), let chain = Chain(rows) else {
                throw .unreadableBests(track: track)
            }
            state.begin(id, with: chain)
        }
        for row in sessions where row.id != TrackState.openSession.text {
            guard let id = SessionID(row.id) else { continue }
            let starts = try LoadedState.ask { () throws(JournalError) in
                try history.startSpan(ofSession: row.id, of: track)
            }
            state.begin(
                id,
                archivedStarts: starts.map {
                    Timestamp(microseconds: $0.lowerBound)...Timestamp(microseconds: $0.upperBound)
                }, flagAt: row.flagAt.map { Timestamp(microseconds: $0) })
        }
    }

    /// The runs that are out, those that ended lately, and all of the current session.
    private static func restoreRuns(
        of state: inout TrackState, since cutoff: Timestamp, _ history: History
    ) throws(LoadError) {
        let track = state.id.text
        let search = ArchiveSearch(history, track: state.id)
        let (active, unassigned, recent) = try LoadedState.ask { () throws(JournalError) in
            let open = TrackState.openSession.text
            let ends = [
                try history.firstRun(ofSession: open, of: track),
                try history.lastRun(ofSession: open, of: track),
            ]
            return (
                try history.active(of: track), try history.unassignedSplits(of: track),
                Set(try history.storedRuns(lastAfter: cutoff.microseconds - 1, of: track))
                    .union(ends.compactMap { $0 })
            )
        }
        var runs = try search.read(recent)
        for (run, rows) in Dictionary(grouping: active, by: \.run) {
            runs.append(
                try search.read(
                    run, session: TrackState.openSession.text, splits: rows.compactMap(\.split)))
        }
        // Runs that are out bring the sessions with them that they may be in.
        var sessions = Set(runs.flatMap(\.events).compactMap(\.event.namedSession))
        // Where the leader ends the others' runs, it takes all of them to say who led.
        if state.sessionDefinition(TrackState.openSession)?.finish == .leader {
            sessions.insert(TrackState.openSession)
        }
        let references = Set(sessions.map { Reference.session($0) })
        state.restore(
            runs + (try search.runs(for: references)),
            loose: try search.events(ofRuns: [], splits: unassigned.map(\.id)),
            answering: references)
        if let current = state.archivedCurrentSession {
            let references: Set<Reference> = [.session(current)]
            state.restore(try search.runs(for: references), answering: references)
        }
        let isArchived = try LoadedState.ask { () throws(JournalError) in
            try history.hasRuns(lastBefore: cutoff.microseconds, of: track)
        }
        if !isArchived { state.restore([], answering: [.everything]) }
    }
}

extension RunnerRegistry {
    /// Folds the registry's log.
    init(reading history: History) throws(LoadError) {
        self.init()
        var rows: [EventRow] = []
        do throws(JournalError) {
            try history.forEachEvent(of: "") { row in
                rows.append(row)
                return true
            }
        } catch {
            throw .journal(error)
        }
        for row in rows {
            do throws(LogBodyError) {
                register(try RunnerCodec.decode(LogBody(row)).runner)
            } catch {
                throw .unreadable(track: row.track, seq: row.seq)
            }
        }
    }
}

extension ChainID {
    fileprivate init?(_ key: BestsKey) {
        guard let measure = Measure(key.measure) else { return nil }
        let (scope, runner) = (SessionID(key.scope), RunnerID(key.runner))
        guard (scope != nil || key.scope.isEmpty) && (runner != nil || key.runner.isEmpty) else {
            return nil
        }
        self.init(scope: scope, runner: runner, measure: measure)
    }
}

extension Chain {
    fileprivate init?(_ rows: [BestRow]) {
        var links: [Link] = []
        for row in rows {
            guard let runner = RunnerID(row.holder), let run = RunID(row.run),
                let pace = PaceCodec.decode(row.pace)
            else { return nil }
            links.append(
                Link(
                    key: ValueKey(
                        at: Timestamp(microseconds: row.at),
                        value: TimeSpan(microseconds: row.value)),
                    uncertainty: TimeSpan(microseconds: row.uncertainty), runner: runner, run: run,
                    lap: Int(row.lap), pace: pace))
        }
        self.init(links)
    }
}
