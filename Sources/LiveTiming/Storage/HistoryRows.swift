import Journal
import SplitCore
import TimingWire

/// The rows that people may query, as they follow from the state of a track: written in the
/// transaction of the events that changed them.
struct HistoryRows {
    let state: TrackState
    let names: RunnerRegistry
    /// When the track was created, server time.
    let createdAt: Timestamp

    /// What the tables have of the runs in memory that can go from them again.
    struct Stored {
        /// Runs that have ended.
        var runs: Set<RunID> = []
        /// Runs that have not, and such that are not known yet.
        var active: Set<RunID> = []
        /// The captures of those.
        var activeSplits: [CaptureID: RunID] = [:]
        /// Captures that no run is known for.
        var unassigned: Set<CaptureID> = []

        init() {}

        /// What the tables have of a state that was read from them.
        init(_ state: TrackState) {
            unassigned = Set(state.unassignedCaptures)
            for run in state.allRuns { note(run, in: state) }
            active.formUnion(state.unknownFinished)
        }

        /// Takes up a run that was read from the tables.
        mutating func note(_ run: RunID, in state: TrackState) {
            if state.hasEnded(run) ?? false {
                runs.insert(run)
            } else {
                active.insert(run)
                for split in state.captures(of: run) { activeSplits[split] = run }
            }
        }
    }

    private var track: String { state.id.text }

    /// Adds what has to be written when something has changed.
    ///
    /// - Parameter stored: what the tables have that can go from them; brought up to date.
    func add(
        _ changes: TrackState.Changes, to rows: inout [TableChange], stored: inout Stored
    ) {
        if changes.track, let row = trackRow { rows.append(.putTrack(row)) }
        for id in changes.sessions.sorted() {
            if let row = sessionRow(id) { rows.append(.putSession(row)) }
        }
        // Before the runs: a capture that goes from here may come back as one of theirs.
        for id in changes.unassigned.sorted() {
            if let split = state.unassignedSplit(id) {
                stored.unassigned.insert(id)
                rows.append(.putSplit(SplitRow(split, run: nil, track: state.id)))
            } else if stored.unassigned.remove(id) != nil {
                rows.append(.deleteSplit(track: track, id: id.text))
            }
        }
        var runs = changes.runs
        // The places of a session are final with its close.
        for id in changes.sessions where state.session(id)?.closedAt != nil {
            runs.formUnion(state.runs(of: id))
        }
        var places = FinalPlaces()
        for id in runs.sorted() {
            guard let hasEnded = state.hasEnded(id) else { continue }
            if hasEnded, let view = state.view(of: id, names: names) {
                endActive(id, &stored, in: &rows)
                stored.runs.insert(id)
                rows.append(put(view, &places))
            } else {
                if stored.runs.remove(id) != nil {
                    rows.append(.deleteRun(track: track, id: id.text))
                }
                if stored.active.insert(id).inserted {
                    rows.append(.putActive(track: track, run: id.text, split: nil))
                    for split in state.captures(of: id) { note(split, &stored, in: &rows) }
                }
            }
        }
        for id in changes.captures.sorted() { note(id, &stored, in: &rows) }
        for id in changes.chains { rows.append(putBests(id)) }
    }

    /// The run has ended: what is of it is in the history now.
    private func endActive(
        _ id: RunID, _ stored: inout Stored, in rows: inout [TableChange]
    ) {
        guard stored.active.remove(id) != nil else { return }
        for split in state.captures(of: id) where stored.activeSplits[split] == id {
            stored.activeSplits[split] = nil
        }
        rows.append(.deleteActiveRun(track: track, run: id.text))
    }

    /// Keeps of a capture which run it is of, if that has not ended.
    private func note(
        _ split: CaptureID, _ stored: inout Stored, in rows: inout [TableChange]
    ) {
        let run = state.run(of: split).flatMap { stored.active.contains($0) ? $0 : nil }
        let known = stored.activeSplits[split]
        guard run != known else { return }
        stored.activeSplits[split] = run
        if let known {
            rows.append(.deleteActive(track: track, run: known.text, split: split.text))
        }
        if let run { rows.append(.putActive(track: track, run: run.text, split: split.text)) }
    }

    /// Every row of the track.
    var all: [TableChange] {
        guard let row = trackRow else { return [] }
        var stored = Stored()
        var everything = TrackState.Changes()
        everything.sessions = Set(state.allSessions)
        everything.unassigned = Set(state.unassignedCaptures)
        everything.runs = Set(state.allRuns).union(state.unknownFinished)
        everything.chains = Set(state.keptChains)
        var rows = [TableChange.putTrack(row)]
        add(everything, to: &rows, stored: &stored)
        return rows
    }

    private func putBests(_ id: ChainID) -> TableChange {
        .putBests(
            BestsKey(
                track: track, scope: id.scope?.text ?? "", runner: id.runner?.text ?? "",
                measure: id.measure.description),
            state.chain(id).links.map { BestRow($0) })
    }

    private func put(_ view: RunView, _ places: inout FinalPlaces) -> TableChange {
        .putRun(
            RunRow(view, track: state.id, place: places.place(of: view, in: state)),
            splits: view.splits.map { SplitRow($0, run: view.id, track: state.id) },
            times: view.times.map { TimeRow($0, of: view, track: state.id) })
    }

    private var trackRow: TrackRow? {
        guard let definition = state.definition else { return nil }
        return TrackRow(
            id: track, name: definition.name, revision: Int64(state.revision),
            createdAt: createdAt.microseconds,
            definition: EventCodec.encode(.trackCreated(definition)).body)
    }

    private func sessionRow(_ id: SessionID) -> SessionRow? {
        guard let session = state.session(id), let definition = state.sessionDefinition(id) else {
            return nil
        }
        return SessionRow(
            track: track, id: id.text, name: session.name, rank: session.rank.rawValue,
            state: session.state.rawValue, startedAt: session.startedAt?.microseconds,
            flagAt: session.flagAt?.microseconds, closedAt: session.closedAt?.microseconds,
            definition: EventCodec.encode(.sessionCreated(id, definition)).body)
    }
}

/// The places of closed sessions, each worked out once.
private struct FinalPlaces {
    private var known: [SessionID: [RunID: BoardPlacing]] = [:]

    /// Nil while the session goes on: a place can still change with every passing.
    mutating func place(of view: RunView, in state: TrackState) -> Int? {
        let session = view.head.session
        guard state.session(session)?.closedAt != nil else { return nil }
        let places = known[session] ?? state.placings(of: session)
        known[session] = places
        return places[view.id]?.place
    }
}

extension RunnerRow {
    /// An alias that is given twice is one; the table keeps them in order.
    init(_ runner: Runner) {
        self.init(
            id: runner.id.text, name: runner.name,
            aliases: Set(runner.aliases).sorted())
    }
}

extension RunRow {
    init(_ view: RunView, track: TrackID, place: Int?) {
        self.init(
            track: track.text, id: view.id.text, session: view.head.session.text,
            runner: view.head.runner.id.text, number: view.head.number, category: view.category,
            team: view.team, revision: Int64(view.revision), status: view.head.status.rawValue,
            startedAt: view.head.startedAt?.microseconds,
            finishedAt: view.head.finishedAt?.microseconds, time: view.head.time?.microseconds,
            laps: Int64(view.head.laps), bestLap: view.head.bestLap?.microseconds,
            place: place.map(Int64.init), verdict: view.head.verdict?.rawValue,
            corrected: view.head.corrected, voided: view.isVoided, start: view.start?.text,
            namedSession: view.namedSession?.text,
            lastAt: view.lastAt?.microseconds ?? 0)
    }
}

extension TimeRow {
    init(_ value: MeasuredValue, of view: RunView, track: TrackID) {
        self.init(
            track: track.text, run: view.id.text, runner: view.head.runner.id.text,
            session: view.head.session.text, measure: value.measure.description,
            at: value.at.microseconds, value: value.value.microseconds, lap: Int64(value.lap))
    }
}

extension BestRow {
    init(_ link: Chain.Link) {
        self.init(
            at: link.key.at.microseconds, value: link.key.value.microseconds,
            uncertainty: link.uncertainty.microseconds, holder: link.runner.text,
            run: link.run.text, lap: Int64(link.lap), pace: PaceCodec.encode(link.pace))
    }
}

extension SplitRow {
    init(_ split: RunView.Split, run: RunID?, track: TrackID) {
        let part = split.part
        self.init(
            track: track.text, id: part.id.text, run: run?.text, checkpoint: part.checkpoint?.text,
            lap: part.lap.map(Int64.init), at: part.at.microseconds,
            uncertainty: part.uncertainty.microseconds, state: part.state.rawValue,
            split: part.split?.microseconds, segment: part.segment?.microseconds,
            lapTime: part.lapTime?.microseconds, splitVerdict: part.splitVerdict?.rawValue,
            segmentVerdict: part.segmentVerdict?.rawValue, lapVerdict: part.lapVerdict?.rawValue,
            device: split.capture.device?.text, method: split.capture.method.rawValue,
            corrected: part.corrected)
    }
}
