extension TrackState {
    /// Takes in the start of a run.
    mutating func start(_ capture: RunCapture) {
        if case .at(let at, uncertainty: _) = capture.origin { noteInstant(at) }
        if let known = runs[capture.run]?.capture {
            // Two captures of one start: the same one counts, whichever came first.
            if capture.precedes(known) { correct(run: capture.run) { $0.capture = capture } }
            return
        }
        noteListing(of: capture.run)
        var run = RunState(capture: capture, session: Self.openSession)
        run.finishes = earlyFinishes.removeValue(forKey: capture.run) ?? []
        runs[capture.run] = Indirect(run)
        index(capture.run)
        resolveCaptures(of: .run(capture.run), from: nil, to: nil)
        unsettled.insert(capture.run)
    }

    /// Takes in a split.
    mutating func record(_ capture: SplitCapture) {
        noteInstant(capture.at)
        noteResolution(of: capture.id)
        var record = CaptureState.Record(
            capture, clock: clock(of: capture.device, at: capture.at))
        if let known = captures[capture.id] {
            // Two captures under one id: the same one counts, whichever came first.
            guard capture.precedes(known.capture) else { return }
            record.takeCorrections(from: known.value)
            detach(capture.id)
        }
        captures[capture.id] = Indirect(record)
        attach(capture.id)
    }

    /// Takes in the end of a run.
    mutating func record(_ finish: FinishCapture) {
        noteInstant(finish.at)
        if runs[finish.run] == nil {
            earlyFinishes[finish.run, default: []].insertOnce(finish)
            changes.runs.insert(finish.run)
        } else {
            runs[finish.run]!.finishes.insertOnce(finish)
            runs[finish.run]!.ends = ends(of: runs[finish.run]!)
            unsettled.insert(finish.run)
        }
    }

    /// Applies a correction to a run, and works out what follows.
    mutating func correct(run id: RunID, _ change: (inout RunState) -> Void) {
        guard runs[id] != nil else { return }
        unindex(id)
        change(&runs[id]!.value)
        index(id)
        unsettled.insert(id)
    }

    /// Applies a correction to a split, and works out what follows.
    mutating func correct(split id: CaptureID, _ change: (inout CaptureState.Record) -> Void) {
        guard captures[id] != nil else { return }
        noteResolution(of: id)
        detach(id)
        change(&captures[id]!.value)
        attach(id)
    }

    // MARK: Which run a capture is of

    private mutating func attach(_ id: CaptureID) {
        let (ref, subject, run) = claim(of: id)
        if let subject { capturesBySubject[subject, default: []].insertSorted(ref) }
        place(ref, in: run)
    }

    /// When a capture was taken, whom it is said to be of, and of which run that makes it.
    private func claim(
        of id: CaptureID
    ) -> (InstantRef<CaptureID>, subject: Subject?, run: RunID?) {
        let record = captures[id]!
        return (InstantRef(at: record.at, id: id), record.subject, run(of: record))
    }

    private mutating func detach(_ id: CaptureID) {
        let record = captures[id]!
        let ref = InstantRef(at: record.at, id: id)
        if let subject = record.subject { forget(ref, of: subject) }
        unplace(ref)
    }

    mutating func forget(_ ref: InstantRef<CaptureID>, of subject: Subject) {
        capturesBySubject[subject]?.removeSorted(ref)
        if capturesBySubject[subject]?.isEmpty ?? false { capturesBySubject[subject] = nil }
    }

    private mutating func place(_ ref: InstantRef<CaptureID>, in run: RunID?) {
        captures[ref.id]!.resolved = run
        changes.captures.insert(ref.id)
        if let run {
            runs[run]!.captures.insertSorted(ref)
            unsettled.insert(run)
        } else {
            unassigned.insert(ref)
            changes.unassigned.insert(ref.id)
        }
    }

    private mutating func unplace(_ ref: InstantRef<CaptureID>) {
        if let run = captures[ref.id]!.resolved {
            runs[run]!.captures.removeSorted(ref)
            unsettled.insert(run)
        } else {
            unassigned.remove(ref)
            changes.unassigned.insert(ref.id)
        }
    }

    /// The run that a capture names, or the latest run begun before it of whoever it names.
    private func run(of record: Indirect<CaptureState.Record>) -> RunID? {
        switch record.subject {
        case nil: return nil
        case .run(let run): return runs[run] == nil ? nil : run
        case .some(let subject): return latestRun(of: subject, at: record.at)
        }
    }

    /// The latest run of a subject that began at or before an instant.
    func latestRun(of subject: Subject, at instant: Timestamp) -> RunID? {
        guard let started = runsBySubject[subject] else { return nil }
        let index = started.lowerBound { $0.at <= instant }
        return index > 0 ? started[index - 1].id : nil
    }

    /// Finds the runs anew of captures of a subject in a span of time.
    private mutating func resolveCaptures(
        of subject: Subject, from: Timestamp?, to: Timestamp?
    ) {
        guard let refs = capturesBySubject[subject] else { return }
        let first = from.map { from in refs.lowerBound { $0.at < from } } ?? refs.startIndex
        for ref in refs[first...] {
            if let to, ref.at >= to { break }
            let record = captures[ref.id]!
            let run = run(of: record)
            guard run != record.resolved else { continue }
            noteResolution(of: ref.id)
            unplace(ref)
            place(ref, in: run)
        }
    }

    // MARK: What a run answers to

    /// Works out anew what a run answers to, when something that it depends on has changed.
    mutating func reindex(_ id: RunID) {
        correct(run: id) { _ in }
    }

    /// Everything that names this run in a capture, but its id.
    func subjects(of run: Indirect<RunState>) -> [Subject] {
        let entry = sessions[run.session]?.entries[run.runner]
        var subjects = [Subject.runner(run.runner)]
        if let number = run.number(entry: entry) { subjects.append(.number(number)) }
        subjects += (entry?.transponders ?? []).map { .transponder($0) }
        return subjects
    }

    private mutating func index(_ id: RunID) {
        var run = runs[id]!
        run.session =
            run.declaredSession.flatMap { sessions[$0] == nil ? nil : $0 } ?? Self.openSession
        switch run.origin {
        case .at(let at, let uncertainty):
            run.startClock =
                run.edit.origin == nil ? clock(of: run.capture.device, at: at) : ClockCorrection()
            run.startedAt = at + run.startClock.by
            run.startUncertainty = run.startClock.uncertainty ?? uncertainty
        case .start(let start):
            run.startClock = ClockCorrection()
            (run.startedAt, run.startUncertainty) = (instant(of: start), uncertainty(of: start))
            runsByStart[start, default: []].insert(id)
        }
        run.ends = ends(of: run)
        run.revision = revision(for: run)
        run.answersTo = run.startedAt == nil || run.isVoided ? [] : subjects(of: run)
        runs[id] = run
        if let declared = run.declaredSession {
            runsByDeclaredSession[declared, default: []].insert(id)
        }
        if run.isVoided { sessions[run.session]!.voided.insert(id) }
        guard let startedAt = run.startedAt, !run.isVoided else { return }
        let ref = InstantRef(at: startedAt, id: id)
        sessions[run.session]!.runsByStart.insert(ref)
        // Its first and its latest start may be other ones now.
        changes.sessions.insert(run.session)
        for subject in run.answersTo {
            runsBySubject[subject, default: []].insertSorted(ref)
            resolveCaptures(of: subject, from: startedAt, to: nextStart(of: subject, after: ref))
        }
    }

    private mutating func unindex(_ id: RunID) {
        noteListing(of: id)
        delist(id)
        let run = runs[id]!
        guard let startedAt = run.startedAt, !run.isVoided else { return }
        let ref = InstantRef(at: startedAt, id: id)
        for subject in run.answersTo {
            resolveCaptures(of: subject, from: startedAt, to: nextStart(of: subject, after: ref))
        }
    }

    /// Takes a run out of everything that it is found by.
    mutating func delist(_ id: RunID) {
        let run = runs[id]!
        if case .start(let start) = run.origin {
            runsByStart[start]?.remove(id)
            if runsByStart[start]?.isEmpty ?? false { runsByStart[start] = nil }
        }
        if let declared = run.declaredSession {
            runsByDeclaredSession[declared]?.remove(id)
            if runsByDeclaredSession[declared]?.isEmpty ?? false {
                runsByDeclaredSession[declared] = nil
            }
        }
        if run.isVoided { sessions[run.session]!.voided.remove(id) }
        guard let startedAt = run.startedAt, !run.isVoided else { return }
        let ref = InstantRef(at: startedAt, id: id)
        sessions[run.session]!.runsByStart.remove(ref)
        changes.sessions.insert(run.session)
        for subject in run.answersTo {
            runsBySubject[subject]?.removeSorted(ref)
            if runsBySubject[subject]?.isEmpty ?? false { runsBySubject[subject] = nil }
        }
    }

    /// The captured ends of a run, earliest first.
    private func ends(of run: Indirect<RunState>) -> [Timestamp] {
        run.finishes.map { corrected($0.at, of: $0.device) }.sorted()
    }

    private func nextStart(of subject: Subject, after ref: InstantRef<RunID>) -> Timestamp? {
        guard let started = runsBySubject[subject] else { return nil }
        let index = started.lowerBound { $0 <= ref }
        return index < started.endIndex ? started[index].at : nil
    }

    /// The revision that the run names, else the one in force at its start.
    private func revision(for run: Indirect<RunState>) -> Revision? {
        if let number = run.capture.revision, revisions.indices.contains(number - 1) {
            return revisions[number - 1]
        }
        guard let startedAt = run.startedAt else { return revisions.last }
        return revisions.last { $0.from <= startedAt } ?? revisions.first
    }
}

extension CaptureState.Record {
    fileprivate mutating func takeCorrections(from other: Self) {
        isVoided = other.isVoided
        isAccepted = other.isAccepted
        run = other.run
        checkpoint = other.checkpoint
        lap = other.lap
        movedTo = other.movedTo
    }
}
