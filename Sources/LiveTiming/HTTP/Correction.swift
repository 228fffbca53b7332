import Journal
import SplitCore
import TimingWire

/// What a person changed about a run, with who, when and why, as the log has it.
struct Correction: Sendable {
    var row: EventRow
    var event: Event
    var reason: String?

    /// The instant that the subject had before; for what moves something.
    var from: Int64?

    /// The corrections of a run and of the captures that are its own now, in the order of the log.
    static func corrections(
        of run: RunRow, splits: [String], in history: History
    ) throws(JournalError) -> [Correction] {
        var rows = try history.events(ofRuns: [run.id], splits: splits, of: run.track)
        if let start = run.start { rows += try moves(of: start, track: run.track, in: history) }
        var instants: [String: Int64] = [:]
        return rows.sorted { $0.seq < $1.seq }.compactMap { row in
            guard let (event, reason) = try? EventCodec.decode(LogBody(row)) else { return nil }
            let subject = row.split ?? row.run ?? ""
            let before = instants[subject]
            instants[subject] = event.instantGiven?.microseconds ?? before
            guard event.isCorrection else { return nil }
            let isMove = event.instantGiven != nil
            return Correction(row: row, event: event, reason: reason, from: isMove ? before : nil)
        }
    }

    /// The captures of a start that runs share, and what moved it: events of the track, not of a run.
    private static func moves(
        of start: String, track: String, in history: History
    ) throws(JournalError) -> [EventRow] {
        var moves: [EventRow] = []
        try history.forEachDefinition(of: track) { row in
            guard row.type == "startMoved" || row.type == "startCreated" else { return true }
            switch try? EventCodec.decode(LogBody(row)).event {
            case .startMoved(let id, _, _)? where id.text == start: moves.append(row)
            case .startCreated(let capture)? where capture.id.text == start: moves.append(row)
            default: break
            }
            return true
        }
        return moves
    }
}

extension Event {
    /// Whether a person changed with it what had been captured.
    fileprivate var isCorrection: Bool {
        switch self {
        case .startMoved, .runReopened, .statusSet, .runEdited, .runVoided, .runRestored,
            .splitAccepted, .splitAssigned, .splitVoided, .splitRestored, .splitMoved,
            .checkpointSkipped, .checkpointRestored:
            true
        default: false
        }
    }

    /// The instant that it gives its subject.
    var instantGiven: Timestamp? {
        switch self {
        case .startMoved(_, let at, _), .splitMoved(_, let at): at
        case .runEdited(_, let edit): if case .at(let at, _)? = edit.origin { at } else { nil }
        case .finishRecorded: nil
        default: capturedAt
        }
    }
}
