import Journal
import SplitCore
import TimingWire

/// The rows that people may query, as they follow from the state: written in the transaction of the
/// events that changed them.
extension Hub {
    func historyChanges(of room: Room, _ changes: TrackState.Changes) -> [TableChange] {
        var rows: [TableChange] = []
        if changes.track, let track = trackRow(room) { rows.append(.putTrack(track)) }
        for id in changes.sessions.sorted() {
            if let session = sessionRow(id, room) { rows.append(.putSession(session)) }
        }
        var runs = changes.runs
        // The places of a session are final with its close.
        for id in changes.sessions where room.state.session(id)?.closedAt != nil {
            runs.formUnion(room.state.runs(of: id))
        }
        var placings: [SessionID: [RunID: BoardPlacing]] = [:]
        for id in runs.sorted() {
            guard let view = room.state.view(of: id, names: registry) else { continue }
            guard view.hasEnded else {
                if room.storedRuns.remove(id) != nil {
                    rows.append(.deleteRun(track: room.id.text, id: id.text))
                }
                continue
            }
            room.storedRuns.insert(id)
            var place: Int?
            if room.state.session(view.head.session)?.closedAt != nil {
                let session = view.head.session
                let places = placings[session] ?? room.state.placings(of: session)
                placings[session] = places
                place = places[id]?.place
            }
            rows.append(
                .putRun(
                    RunRow(view, track: room.id, place: place),
                    splits: splitRows(of: view, in: room)))
        }
        return rows
    }

    func splitRows(of view: RunView, in room: Room) -> [SplitRow] {
        view.splits.map {
            SplitRow($0, run: view.id, track: room.id, seq: room.splitSeqs[$0.part.id] ?? 0)
        }
    }

    private func trackRow(_ room: Room) -> TrackRow? {
        guard let definition = room.state.definition else { return nil }
        return TrackRow(
            id: room.id.text, name: definition.name, revision: Int64(room.state.revision),
            createdAt: room.createdAt.microseconds,
            definition: EventCodec.encode(.trackCreated(definition)).body)
    }

    private func sessionRow(_ id: SessionID, _ room: Room) -> SessionRow? {
        guard let session = room.state.session(id),
            let definition = room.state.sessionDefinition(id)
        else { return nil }
        return SessionRow(
            track: room.id.text, id: id.text, name: session.name, rank: session.rank.rawValue,
            state: session.state.rawValue, startedAt: session.startedAt?.microseconds,
            closedAt: session.closedAt?.microseconds,
            definition: EventCodec.encode(.sessionCreated(id, definition)).body)
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
            corrected: view.head.corrected, voided: view.isVoided)
    }
}

extension SplitRow {
    fileprivate init(_ split: RunView.Split, run: RunID, track: TrackID, seq: Int64) {
        let part = split.part
        self.init(
            track: track.text, id: part.id.text, run: run.text, checkpoint: part.checkpoint?.text,
            lap: part.lap.map(Int64.init), at: part.at.microseconds,
            uncertainty: part.uncertainty.microseconds, state: part.state.rawValue,
            split: part.split?.microseconds, segment: part.segment?.microseconds,
            lapTime: part.lapTime?.microseconds, splitVerdict: part.splitVerdict?.rawValue,
            segmentVerdict: part.segmentVerdict?.rawValue, lapVerdict: part.lapVerdict?.rawValue,
            device: split.capture.device?.text, method: split.capture.method.rawValue,
            corrected: part.corrected, seq: seq)
    }
}
