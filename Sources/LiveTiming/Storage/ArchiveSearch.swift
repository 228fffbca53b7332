import Journal
import SplitCore
import TimingWire

/// Finds runs of a track that are on disk alone, and reads their events. Whatever thread has the
/// `History` may search.
struct ArchiveSearch {
    private let history: History
    private let track: String
    /// Runs that are in memory: what the disk has of them may be old, so it is passed over.
    private let known: Set<String>

    init(_ history: History, track: TrackID, known: Set<RunID> = []) {
        self.history = history
        self.track = track.text
        self.known = Set(known.map(\.text))
    }

    /// The runs that something may be about. Of a session that was made, all come or none.
    func runs(for references: Set<Reference>) throws(LoadError) -> [ArchivedRun] {
        var found: Set<StoredRun> = []
        for reference in references {
            found.formUnion(
                try ask { () throws(JournalError) in try runs(for: reference) }
                    .filter { !known.contains($0.id) })
        }
        return try read(found)
    }

    /// These runs and all others of their sessions that were made, with their events.
    func read(_ runs: Set<StoredRun>) throws(LoadError) -> [ArchivedRun] {
        var all = runs
        for session in Set(runs.map(\.session)) where session != TrackState.openSession.text {
            all.formUnion(
                try ask { () throws(JournalError) in
                    try history.storedRuns(ofSession: session, of: track)
                })
        }
        var read: [ArchivedRun] = []
        read.reserveCapacity(all.count)
        for run in all {
            let splits = try ask { () throws(JournalError) in
                try history.splits(ofRun: run.id, of: track)
            }
            read.append(try self.read(run.id, session: run.session, splits: splits))
        }
        return read
    }

    /// A run with the events of it and of its splits.
    func read(
        _ run: String, session: String, splits: [String]
    ) throws(LoadError) -> ArchivedRun {
        guard let id = RunID(run), let session = SessionID(session) else {
            throw .unreadable(track: track, seq: 0)
        }
        return ArchivedRun(
            id: id, session: session, events: try events(ofRuns: [run], splits: splits))
    }

    /// The events of runs and of splits, in log order.
    func events(ofRuns runs: [String], splits: [String]) throws(LoadError) -> [LoggedEvent] {
        let rows = try ask { () throws(JournalError) in
            try history.events(ofRuns: runs, splits: splits, of: track)
        }
        var events: [LoggedEvent] = []
        events.reserveCapacity(rows.count)
        for row in rows { events.append(try LoggedEvent(reading: row)) }
        return events
    }

    private func runs(for reference: Reference) throws(JournalError) -> [StoredRun] {
        switch reference {
        case .run(let run): return [try history.storedRun(run.text, of: track)].compactMap { $0 }
        case .split(let split):
            return [try history.storedRun(ofSplit: split.text, of: track)].compactMap { $0 }
        case .latestRun(of: let subject, let startedBy, let carriers):
            return try latestRun(of: subject, startedBy.microseconds, carriers)
        case .session(let session):
            return try history.storedRuns(ofSession: session.text, of: track)
        case .runner(let runner, in: let session):
            return try history.storedRuns(
                ofRunner: runner.text, session: session.text, of: track)
        case .start(let start): return try history.storedRuns(ofStart: start.text, of: track)
        case .naming(let session):
            return try history.storedRuns(naming: session.text, of: track)
        case .firstRun(of: let session):
            let run = try history.firstRun(
                ofSession: session.text, of: track, excluding: known)
            return [run].compactMap { $0 }
        case .lastRun(of: let session):
            let run = try history.lastRun(ofSession: session.text, of: track, excluding: known)
            return [run].compactMap { $0 }
        case .bests(let window):
            return try history.runsWithBests(
                in: TimeWindow(window, of: track), excluding: known)
        case .captures(of: let device, at: let span):
            return try history.storedRuns(
                capturedBy: device.text,
                at: span.lowerBound.microseconds...span.upperBound.microseconds, of: track)
        case .everything: return try history.storedRuns(of: track)
        }
    }

    private func latestRun(
        of subject: Subject, _ startedBy: Int64, _ carriers: Set<Reference.Carrier>
    ) throws(JournalError) -> [StoredRun] {
        switch subject {
        case .run(let run): return [try history.storedRun(run.text, of: track)].compactMap { $0 }
        case .runner(let runner):
            let latest = try history.latestRun(
                ofRunner: runner.text, of: track, startedBy: startedBy, excluding: known)
            return latest.map { [$0.run] } ?? []
        case .number(let number):
            let latest = try history.latestRun(
                ofNumber: number, of: track, startedBy: startedBy, excluding: known)
            return latest.map { [$0.run] } ?? []
        case .transponder:
            var latest: [(run: StoredRun, startedAt: Int64)] = []
            for carrier in carriers {
                let run = try history.latestRun(
                    ofRunner: carrier.runner.text, of: track, session: carrier.session.text,
                    startedBy: startedBy, excluding: known)
                if let run { latest.append(run) }
            }
            return latest.max { ($0.startedAt, $0.run.id) < ($1.startedAt, $1.run.id) }
                .map { [$0.run] } ?? []
        }
    }

    private func ask<Value>(
        _ query: () throws(JournalError) -> Value
    ) throws(LoadError) -> Value {
        do { return try query() } catch { throw .journal(error) }
    }
}

extension TimeWindow {
    fileprivate init(_ window: BestsWindow, of track: String) {
        self.init(
            track: track, measure: window.measure.description, runner: window.runner?.text,
            session: window.session?.text, from: window.from.microseconds,
            through: window.through?.microseconds, below: window.below?.microseconds)
    }
}

extension LoggedEvent {
    /// The event of a row of a track's log.
    init(reading row: EventRow) throws(LoadError) {
        do {
            try self.init(row)
        } catch {
            throw .unreadable(track: row.track, seq: row.seq)
        }
    }
}
