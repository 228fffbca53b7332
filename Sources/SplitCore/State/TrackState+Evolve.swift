extension TrackState {
    /// Applies the next event of the track's log. It cannot fail: whether something may happen was
    /// decided before it became an event.
    public mutating func evolve(_ logged: LoggedEvent) {
        seq = logged.seq
        apply(logged.event)
        settle()
        noteMissing()
    }

    /// Applies an event; what follows for the runs that it touches is left to `settle`.
    mutating func apply(_ event: Event) {
        switch event {
        case .trackCreated(let definition): create(definition)
        case .trackEdited(let edit, let at): self.edit(edit, at: at)
        case .sessionCreated(let id, let definition): create(id, definition)
        case .sessionEdited(let id, let edit): self.edit(id, edit)
        case .sessionClosed(let id, let at):
            sessions[id]?.closedAt = at
            reconclude(session: id)
        case .runnerEntered(let entry):
            enter(entry.runner, in: entry.session ?? Self.openSession, as: entry)
        case .runnerWithdrawn(let runner, let session):
            enter(runner, in: session ?? Self.openSession, as: nil)
        case .startCreated(let start): create(start)
        case .startMoved(let id, let at, let uncertainty):
            movedStarts[id] = MovedStart(at: at, uncertainty: uncertainty)
            restart(runsOf: id)
        case .runStarted(let capture): start(capture)
        case .splitRecorded(let capture): record(capture)
        case .finishRecorded(let finish): record(finish)
        case .runReopened(let id, let at):
            correct(run: id) {
                $0.reopenedAt = at
                $0.setStatus = nil
            }
        case .statusSet(let id, let status):
            correct(run: id) { $0.setStatus = status == .running ? nil : status }
        case .runEdited(let id, let edit): correct(run: id) { $0.edit.merge(edit) }
        case .runVoided(let id): correct(run: id) { $0.isVoided = true }
        case .runRestored(let id): correct(run: id) { $0.isVoided = false }
        case .splitAccepted(let id): correct(split: id) { $0.isAccepted = true }
        case .splitAssigned(let id, let assignment):
            correct(split: id) {
                if let run = assignment.run { $0.run = run }
                if let checkpoint = assignment.checkpoint { $0.checkpoint = checkpoint }
                if let lap = assignment.lap { $0.lap = lap }
            }
        case .splitVoided(let id): correct(split: id) { $0.isVoided = true }
        case .splitRestored(let id): correct(split: id) { $0.isVoided = false }
        case .splitMoved(let id, let at): correct(split: id) { $0.movedTo = at }
        case .capturesShifted(let shift): self.shift(shift)
        case .checkpointSkipped(let id, let checkpoint, let lap):
            correct(run: id) { $0.skipped.insert(.init(checkpoint: checkpoint, lap: lap)) }
        case .checkpointRestored(let id, let checkpoint, let lap):
            correct(run: id) { $0.skipped.remove(.init(checkpoint: checkpoint, lap: lap)) }
        case .runnerRenamed(let runner):
            changes.runs.formUnion(runsBySubject[.runner(runner)]?.map(\.id) ?? [])
        }
    }

    private mutating func create(_ definition: TrackDefinition) {
        self.definition = definition
        revisions = [
            Revision(
                number: 1, from: Timestamp(microseconds: .min), course: Course(definition))
        ]
        sessions[Self.openSession] = Indirect(
            SessionState(definition: SessionDefinition(name: "Open", rank: definition.rank)))
        changes.track = true
        changes.sessions.insert(Self.openSession)
    }

    private mutating func edit(_ edit: TrackEdit, at: Timestamp) {
        guard let old = definition else { return }
        let new = edit.applied(to: old)
        definition = new
        changes.track = true
        guard !edit.isOnlyNames(over: old) else { return }
        if edit.rank != nil {
            sessions[Self.openSession]?.definition.rank = new.rank
            changes.sessions.insert(Self.openSession)
        }
        // Names are labels; whatever else of the course changes is in force from this instant on.
        let course = Course(new)
        if course.withoutNames != revisions.last?.course.withoutNames {
            revisions.append(Revision(number: revisions.count + 1, from: at, course: course))
        }
        // A revision is in force from an instant on, also for a run that was started offline before.
        for id in runs.keys { reindex(id) }
    }

    private mutating func create(_ id: SessionID, _ definition: SessionDefinition) {
        sessions[id] = Indirect(SessionState(definition: definition))
        for (start, capture) in starts where capture.session == id {
            let at = instant(of: start) ?? capture.at
            sessions[id]?.starts.insertSorted(.init(at: at, id: start))
        }
        changes.sessions.insert(id)
        for run in runsByDeclaredSession[id] ?? [] { reindex(run) }
    }

    private mutating func edit(_ id: SessionID, _ edit: SessionEdit) {
        guard var session = sessions.removeValue(forKey: id) else { return }
        edit.apply(to: &session.definition)
        if let flag = edit.flag { session.flags.append(flag) }
        sessions[id] = session
        reconclude(session: id)
    }

    /// Takes a runner's entry in a session; nil takes it back.
    private mutating func enter(_ runner: RunnerID, in session: SessionID, as entry: Entry?) {
        sessions[session]?.entries[runner] = entry
        changes.sessions.insert(session)
        for ref in runsBySubject[.runner(runner)] ?? []
        where runs[ref.id]?.session == session {
            reindex(ref.id)
        }
        for run in sessions[session]?.voided ?? [] where runs[run]?.runner == runner {
            reindex(run)
        }
    }

    private mutating func create(_ start: StartCapture) {
        noteInstant(start.at)
        // Two captures under one id: the same one counts, whichever came first.
        if let known = starts[start.id] {
            guard start.precedes(known) else { return }
            sessions[known.session]?.starts.removeAll { $0.id == known.id }
            changes.sessions.insert(known.session)
        }
        starts[start.id] = start
        restart(runsOf: start.id)
    }

    /// The instant of a start, corrections applied.
    func instant(of start: StartID) -> Timestamp? {
        movedStarts[start]?.at ?? starts[start].map { corrected($0.at, of: $0.device) }
    }

    func uncertainty(of start: StartID) -> TimeSpan {
        movedStarts[start]?.uncertainty
            ?? starts[start].map { clock(of: $0.device, at: $0.at).uncertainty ?? $0.uncertainty }
            ?? .zero
    }

    mutating func restart(runsOf start: StartID) {
        if let capture = starts[start], let at = instant(of: start) {
            sessions[capture.session]?.starts.removeAll { $0.id == start }
            sessions[capture.session]?.starts.insertSorted(.init(at: at, id: start))
            changes.sessions.insert(capture.session)
        }
        for run in runsByStart[start] ?? [] { reindex(run) }
    }

    mutating func noteInstant(_ instant: Timestamp) {
        latestInstant = max(latestInstant ?? instant, instant)
    }
}

extension Course {
    /// The course but for what its checkpoints are called.
    fileprivate var withoutNames: [CourseTrait] {
        checkpoints.map { .checkpoint($0.id, $0.minimumSegment) }
            + [.rules(laps: laps, start: start, firstLap: firstLap)]
    }

    fileprivate enum CourseTrait: Hashable {
        case checkpoint(CheckpointID, TimeSpan)
        case rules(laps: Int, start: TrackDefinition.Start, firstLap: TrackDefinition.FirstLap)
    }
}

extension RunEdit {
    fileprivate mutating func merge(_ edit: RunEdit) {
        if let runner = edit.runner { self.runner = runner }
        if let number = edit.number { self.number = number }
        if let session = edit.session { self.session = session }
        if let origin = edit.origin { self.origin = origin }
    }
}
