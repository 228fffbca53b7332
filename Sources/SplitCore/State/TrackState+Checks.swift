/// What of a command the track, as it is, has no room for.
extension TrackState {
    static func nothing(_ message: String) -> TimingError {
        TimingError(.nothingToDo, message)
    }

    func require(_ session: SessionID) throws(TimingError) {
        guard sessions[session] != nil else {
            throw TimingError(
                .unknownSession, field: "session",
                "there is no session \(session) on track \(id); create it with createSession")
        }
    }

    func check(_ entry: Entry) throws(TimingError) {
        let session = entry.session ?? Self.openSession
        try require(session)
        for other in sessions[session]!.entries.values where other.runner != entry.runner {
            if let number = entry.number, other.number == number {
                throw TimingError(
                    .invalidValue, field: "number",
                    "number \(number) is \(other.runner)'s in session \(session)")
            }
            if let taken = entry.transponders.first(where: other.transponders.contains) {
                throw TimingError(
                    .invalidValue, field: "transponders",
                    "transponder \(taken) is \(other.runner)'s in session \(session)")
            }
        }
    }

    func checkEntry(of runner: RunnerID, in session: SessionID) throws(TimingError) {
        try require(session)
        guard sessions[session]!.entries[runner] != nil else {
            throw TimingError(
                .nothingToDo, field: "runner",
                "runner \(runner) is not entered in session \(session)")
        }
    }

    func checkReopening(of id: RunID) throws(TimingError) {
        let run = runs[id]!
        guard run.finishedBy == nil, run.setStatus == nil else { return }
        if let last = run.result.counted.last, run.result.finishedAt == run.result.splits[last].at {
            throw TimingError(
                .nothingToDo, field: "run",
                "run \(id) finished with split \(run.result.splits[last].capture); "
                    + "void that split to take the finish back")
        }
        throw Self.nothing("run \(id) has no captured end and no status that a person set")
    }

    func check(_ shift: ClockShift, _ origin: Origin) throws(TimingError) {
        let shifted = shifted(by: shift)
        guard let latest = shifted.latest else {
            throw TimingError(
                .nothingToDo, field: "device",
                "nothing is known on track \(id) that device \(shift.device) captured then")
        }
        guard shifted.shifts.upperBound + shift.by <= ClockShift.greatest,
            shifted.shifts.lowerBound + shift.by >= -ClockShift.greatest
        else {
            throw TimingError(
                .invalidValue, field: "by",
                "captures are shifted by 366 days at most, with what they were shifted by before")
        }
        let at = latest + shift.by
        guard at <= origin.receivedAt + Self.greatestLead else {
            throw TimingError(
                .instantAhead, field: "by",
                "a capture would lie \((at - origin.receivedAt).microseconds / 1_000_000) s ahead "
                    + "of the server's time; shift by less, or towards earlier")
        }
    }

    func check(_ assignment: Assignment) throws(TimingError) {
        guard !assignment.isEmpty else {
            throw Self.nothing("give the run, the checkpoint or the lap that the split belongs to")
        }
        if let run = assignment.run, runs[run] == nil {
            throw TimingError(.unknownRun, field: "run", "there is no run \(run) on track \(id)")
        }
        if let checkpoint = assignment.checkpoint { try require(checkpoint) }
    }

    private func require(_ checkpoint: CheckpointID) throws(TimingError) {
        guard revisions.contains(where: { $0.course.index(of: checkpoint) != nil }) else {
            throw TimingError(
                .unknownCheckpoint, field: "checkpoint",
                values: revisions.last?.course.checkpoints.map(\.id.text),
                "there is no checkpoint \(checkpoint) on track \(id)")
        }
    }

    /// The lap of a skipped checkpoint: the one given, else the next that would pass it.
    func lap(
        _ lap: Int?, of checkpoint: CheckpointID, _ id: RunID
    ) throws(TimingError) -> Int {
        try require(checkpoint)
        guard let course = runs[id]!.revision?.course, let index = course.index(of: checkpoint)
        else {
            throw TimingError(
                .unknownCheckpoint, field: "checkpoint",
                "the track as run \(id) has it has no checkpoint \(checkpoint)")
        }
        if let lap {
            guard course.position(of: checkpoint, lap: lap) != nil else {
                throw TimingError(
                    .invalidValue, field: "lap",
                    "run \(id) does not pass \(checkpoint) in lap \(lap)")
            }
            return lap
        }
        let last = runs[id]!.placement?.passings.last?.position ?? course.startPosition
        let position = course.next(index: index, after: last)
        if let end = course.lastPosition, position > end {
            throw Self.nothing("run \(id) does not come to \(checkpoint) again")
        }
        return course.lap(at: position)
    }

    /// The lap of a skip that is to be taken back: the one given, else the last that was skipped.
    func skippedLap(
        _ lap: Int?, of checkpoint: CheckpointID, _ id: RunID
    ) throws(TimingError) -> Int {
        try require(checkpoint)
        let laps = runs[id]!.skipped.filter { $0.checkpoint == checkpoint }.map(\.lap)
        guard let last = laps.max() else {
            throw TimingError(
                .nothingToDo, field: "checkpoint",
                "nobody said that run \(id) does not pass \(checkpoint)")
        }
        guard let lap else { return last }
        guard laps.contains(lap) else {
            throw TimingError(
                .nothingToDo, field: "lap",
                "nobody said that run \(id) does not pass \(checkpoint) in lap \(lap), only in "
                    + laps.sorted().map(String.init).joined(separator: ", "))
        }
        return lap
    }
}
