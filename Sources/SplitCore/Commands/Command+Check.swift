extension Command {
    /// Refuses what can't be read as a command: values that no time, lap or count can have. Whether
    /// the track has what the command speaks of is no matter here.
    func check() throws(TimingError) {
        if let instant { try instant.check() }
        switch self {
        case .createTrack(let track): try track.check()
        case .createSession(_, let draft): try draft.limit?.check()
        case .editSession(_, let edit):
            if case .to(let limit) = edit.limit { try limit.check() }
        case .createStart(_, _, _, let uncertainty), .moveStart(_, _, let uncertainty):
            try uncertainty.check(asUncertainty: ())
        case .startRun(_, let start): try start.origin.check()
        case .editRun(_, let edit): try edit.origin?.check()
        case .recordSplit(let capture): try capture.uncertainty.check(asUncertainty: ())
        case .assignSplit(_, let assignment): try assignment.lap?.check(asLap: 0)
        case .skipCheckpoint(_, _, let lap), .restoreCheckpoint(_, _, let lap):
            try lap?.check(asLap: 0)
        case .shiftCaptures(let shift): try shift.check()
        default: break
        }
    }
}

extension ClockShift {
    fileprivate func check() throws(TimingError) {
        guard (-Self.greatest...Self.greatest).contains(by) else {
            throw TimingError(
                .invalidValue, field: "by",
                "captures are shifted by 366 days at most, not by \(by.microseconds) µs")
        }
        try uncertainty?.check(asUncertainty: ())
        guard by != .zero || uncertainty != nil else {
            throw TimingError(
                .nothingToDo, field: "by",
                "a shift by 0 that says nothing of the uncertainty changes nothing")
        }
    }
}

extension TrackDefinition {
    /// Refuses a course that nothing can be timed on.
    func check() throws(TimingError) {
        guard (1...Course.mostCheckpoints).contains(checkpoints.count) else {
            throw TimingError(
                .invalidValue, field: "checkpoints",
                "a track has one checkpoint at least, its finish line, and "
                    + "\(Course.mostCheckpoints) at most, not \(checkpoints.count)")
        }
        guard Set(checkpoints.map(\.id)).count == checkpoints.count else {
            throw TimingError(
                .invalidValue, field: "checkpoints", "two checkpoints have the same id")
        }
        for checkpoint in checkpoints {
            guard (.zero...TimeSpan.seconds(86_400)).contains(checkpoint.minimumSegment) else {
                throw TimingError(
                    .invalidValue, field: "minimumSegment",
                    "the least time of a segment is 0 to a day, not "
                        + "\(checkpoint.minimumSegment.microseconds) µs")
            }
        }
        guard (0...Course.mostLaps).contains(laps) else {
            throw TimingError(
                .invalidValue, field: "laps",
                "laps are 0 (open-ended) to \(Course.mostLaps), not \(laps)")
        }
    }
}

extension Limit {
    fileprivate func check() throws(TimingError) {
        switch self {
        case .laps(let laps): try laps.check(asLap: 1, field: "limit")
        case .time(let time, let plusLaps):
            guard time > .zero, time <= .greatest else {
                throw TimingError(
                    .invalidValue, field: "limit",
                    "a limit of time is more than 0, not \(time.microseconds) µs")
            }
            try plusLaps.check(asLap: 0, field: "limit")
        }
    }
}

extension Timestamp {
    fileprivate func check() throws(TimingError) {
        guard TimeSpan(microseconds: microseconds).isInRange else {
            throw TimingError(
                .invalidValue, field: "at",
                "an instant is microseconds since 1970, within ±(2⁵³ − 1), not \(microseconds)")
        }
    }
}

extension TimeSpan {
    /// The greatest that every client can hold: JavaScript is exact up to here.
    static let greatest = TimeSpan(microseconds: (1 << 53) - 1)

    fileprivate var isInRange: Bool { (-Self.greatest...Self.greatest).contains(self) }

    fileprivate func check(asUncertainty: ()) throws(TimingError) {
        guard (.zero...Self.greatest).contains(self) else {
            throw TimingError(
                .invalidValue, field: "uncertainty",
                "an uncertainty is 0 µs or more, not \(microseconds)")
        }
    }
}

extension RunOrigin {
    fileprivate func check() throws(TimingError) {
        if case .at(_, let uncertainty) = self { try uncertainty.check(asUncertainty: ()) }
    }
}

extension Int {
    fileprivate func check(asLap first: Int, field: String = "lap") throws(TimingError) {
        guard (first...Course.mostLaps).contains(self) else {
            throw TimingError(
                .invalidValue, field: field,
                "a number of laps is \(first) to \(Course.mostLaps), not \(self)")
        }
    }
}
