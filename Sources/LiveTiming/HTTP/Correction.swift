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
        let own = try history.events(ofRuns: [run.id], splits: splits, of: run.track)
        let rows = try own + shared(by: own, start: run.start, track: run.track, in: history)
        var instants = Instants()
        return rows.sorted { $0.seq < $1.seq }.compactMap { row in
            guard let (event, reason) = try? EventCodec.decode(LogBody(row)) else { return nil }
            let subject = row.split ?? row.run ?? ""
            let before = instants.latest(of: subject)
            instants.note(event, row, of: subject)
            guard event.isCorrection else { return nil }
            let isMove = event.instantGiven != nil
            return Correction(row: row, event: event, reason: reason, from: isMove ? before : nil)
        }
    }

    /// Events of the track, not of a run, that changed it: the captures of a start that runs share, what
    /// moved it, and what shifted the clock that something of the run was taken with.
    private static func shared(
        by own: [EventRow], start: String?, track: String, in history: History
    ) throws(JournalError) -> [EventRow] {
        var events: [EventRow] = []
        var shifts: [(row: EventRow, shift: ClockShift)] = []
        try history.forEachDefinition(of: track) { row in
            guard ["startMoved", "startCreated", "capturesShifted"].contains(row.type) else {
                return true
            }
            switch try? EventCodec.decode(LogBody(row)).event {
            case .startMoved(let id, _, _)? where id.text == start: events.append(row)
            case .startCreated(let capture)? where capture.id.text == start: events.append(row)
            case .capturesShifted(let shift)?: shifts.append((row, shift))
            default: break
            }
            return true
        }
        // A shift holds for what came in after it too.
        let captures = own + events
        return events
            + shifts.filter { captures.contains(where: $0.shift.covers) }.map(\.row)
    }
}

/// The instants that the captures of a run have, as far as the log was read.
private struct Instants {
    private var given: [String: Int64] = [:]
    private var captured: [String: EventRow] = [:]
    private var shifts: [ClockShift] = []

    func latest(of subject: String) -> Int64? {
        if let given = given[subject] { return given }
        guard let row = captured[subject], let instant = row.instant else { return nil }
        return shifts.reduce(instant) { $1.covers(row) ? $0 + $1.by.microseconds : $0 }
    }

    mutating func note(_ event: Event, _ row: EventRow, of subject: String) {
        if case .capturesShifted(let shift) = event { shifts.append(shift) }
        if case .finishRecorded = event { return }
        if row.instant != nil {
            captured[subject] = row
        } else if let at = event.instantGiven {
            given[subject] = at.microseconds
        }
    }
}

extension ClockShift {
    /// Whether a capture was taken by the clock and in the span of time that it is about.
    fileprivate func covers(_ row: EventRow) -> Bool {
        row.instant.map { instant in
            covers(row.device.flatMap { DeviceID($0) }, at: Timestamp(microseconds: instant))
        } ?? false
    }
}

extension Event {
    /// Whether a person changed with it what had been captured.
    fileprivate var isCorrection: Bool {
        switch self {
        case .startMoved, .runReopened, .statusSet, .runEdited, .runVoided, .runRestored,
            .splitAccepted, .splitAssigned, .splitVoided, .splitRestored, .splitMoved,
            .capturesShifted, .checkpointSkipped, .checkpointRestored:
            true
        default: false
        }
    }

    /// The instant that it gives its subject.
    var instantGiven: Timestamp? {
        switch self {
        case .startMoved(_, let at, _), .splitMoved(_, let at): at
        case .runEdited(_, let edit): if case .at(let at, _)? = edit.origin { at } else { nil }
        default: nil
        }
    }
}
