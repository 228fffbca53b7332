extension TrackState {
    /// Everything that is not in memory lies at or before this instant. Nil: all is in memory.
    public var archivedThrough: Timestamp? { archive.through }

    /// What the events since the last `restore` would have had to look at and is not in memory, so
    /// far as that is known: with anything here the state is not what follows from the log, and the
    /// one before these events has to be given what is missing.
    public var missing: Set<Reference> { archive.missing }

    /// What a command names that is not in memory and may be in the archive.
    ///
    /// - Parameter device: the one that the command comes from.
    public func references(of command: Command, from device: DeviceID?) -> Set<Reference> {
        guard archive.through != nil else { return [] }
        var references: Set<Reference> = []
        func name(run: RunID) {
            if runs[run] == nil { references.insert(.run(run)) }
        }
        func name(split: CaptureID) {
            if captures[split] == nil { references.insert(.split(split)) }
        }
        func name(session: SessionID) {
            let isInMemory = session == Self.openSession || sessions[session]?.archived == nil
            if !isInMemory { references.insert(.session(session)) }
        }
        func name(entryOf runner: RunnerID, in session: SessionID?) {
            let session = session ?? Self.openSession
            if session == Self.openSession { references.insert(.runner(runner, in: session)) }
            name(session: session)
        }
        if let run = command.correctedRun { name(run: run) }
        if let split = command.correctedSplit { name(split: split) }
        switch command {
        case .editTrack(let edit):
            guard let definition, !edit.isOnlyNames(over: definition) else { break }
            references.insert(.everything)
        case .createSession(let session, _): references.insert(.naming(session))
        case .editSession(let session, _), .closeSession(let session, _):
            if session == Self.openSession, command.changesRules {
                references.insert(.session(session))
            }
            name(session: session)
        case .enterRunner(let entry): name(entryOf: entry.runner, in: entry.session)
        case .withdrawRunner(let runner, let session): name(entryOf: runner, in: session)
        case .createStart(let start, _, _, _), .moveStart(let start, _, _):
            if starts[start] != nil { references.insert(.start(start)) }
        case .startRun(let run, _), .finishRun(let run, _): name(run: run)
        case .recordSplit(let capture):
            name(split: capture.id)
            switch capture.subject {
            case nil: break
            case .run(let run): name(run: run)
            case .some(let subject):
                let at = corrected(capture.at, of: device)
                if let reference = latestRunElsewhere(of: subject, startedBy: at) {
                    references.insert(reference)
                }
            }
        case .assignSplit(_, let assignment):
            if let run = assignment.run { name(run: run) }
        case .shiftCaptures(let shift):
            references.insert(.captures(of: shift.device, at: shift.span))
            references.formUnion(shifted(by: shift).starts.map { .start($0) })
        default: break
        }
        return references
    }

    /// Whether nothing that a command does can touch anything in the archive: it may be applied
    /// without looking back. What it names is in memory.
    ///
    /// - Parameters:
    ///   - device: the one that it comes from.
    ///   - consulted: what was looked for on its behalf.
    public func staysInMemory(
        _ command: Command, from device: DeviceID?, after consulted: Set<Reference>
    ) -> Bool {
        guard archive.through != nil else { return true }
        func isRecent(_ at: Timestamp) -> Bool { !archive.reaches(at - mergeWindow) }
        func isRecent(run: RunID) -> Bool {
            guard let run = runs[run], let startedAt = run.startedAt else { return false }
            // What a person placed counts also before the start.
            return isRecent(min(startedAt, run.captures.first?.at ?? startedAt))
        }
        func isRecent(split: CaptureID) -> Bool {
            captures[split]?.resolved.map { isRecent(run: $0) } ?? false
        }
        switch command {
        case .createTrack: return true
        case .startRun(let run, let start):
            return staysInMemory(run, start, from: device, isRecent)
        case .recordSplit(let capture):
            let at = corrected(capture.at, of: device)
            guard captures[capture.id] == nil, isRecent(at) else { return false }
            // Nothing before it is placed otherwise, however old the run.
            let reference = capture.subject.flatMap {
                latestRunElsewhere(of: $0, startedBy: at)
            }
            return reference.map(consulted.contains) ?? true
        case .finishRun(_, let at): return isRecent(corrected(at, of: device))
        case .acceptSplit(let split), .voidSplit(let split), .restoreSplit(let split):
            return isRecent(split: split)
        case .setStatus(let run, _), .reopenRun(let run), .skipCheckpoint(let run, _, _),
            .restoreCheckpoint(let run, _, _):
            return isRecent(run: run)
        default: return false
        }
    }

    /// A new run touches nothing old if it begins lately, with no capture to take from another.
    private func staysInMemory(
        _ id: RunID, _ start: StartRun, from device: DeviceID?, _ isRecent: (Timestamp) -> Bool
    ) -> Bool {
        guard runs[id] == nil, capturesBySubject[.run(id)] == nil,
            start.session.flatMap({ sessions[$0]?.archived }) == nil
        else { return false }
        let session = start.session.flatMap { sessions[$0] == nil ? nil : $0 }
        let capture = RunCapture(
            run: id, runner: start.runner, number: start.number, session: start.session,
            origin: start.origin)
        let run = Indirect(RunState(capture: capture, session: session ?? Self.openSession))
        let own = start.origin.instant.map { corrected($0, of: device) }
        guard let at = own ?? start.origin.start.flatMap({ instant(of: $0) })
        else { return true }
        return isRecent(at)
            && subjects(of: run).allSatisfy { subject in
                capturesBySubject[subject]?.last.map { $0.at < at } ?? true
            }
    }

    // MARK: While an event is applied

    /// Notes where a capture belonged before the event in hand.
    mutating func noteResolution(of id: CaptureID) {
        guard archive.through != nil, archive.captures[id] == nil else { return }
        guard let record = captures[id] else {
            archive.captures[id] = .some(nil)
            return
        }
        archive.captures[id] = Archive.Resolution(
            subject: record.subject, at: record.at, run: record.resolved,
            startedAt: record.resolved.flatMap { runs[$0]?.startedAt })
    }

    /// Notes where a run stood before the event in hand.
    mutating func noteListing(of id: RunID) {
        guard archive.through != nil, archive.runs[id] == nil else { return }
        guard let run = runs[id], let startedAt = run.startedAt, !run.isVoided else {
            archive.runs[id] = .some(nil)
            return
        }
        archive.runs[id] = Archive.Listing(
            session: run.session, startedAt: startedAt, answersTo: run.answersTo)
    }

    /// Notes the values that may have to be in memory when the bests of a scope change.
    mutating func need(_ windows: [BestsWindow], in scope: SessionID?) {
        for var window in windows where archive.reaches(window.from) {
            window.session = scope
            archive.need(.bests(window))
        }
    }

    /// Whether some of a session's runs can be in the archive while others are not; nil: of the track's.
    /// Of the sessions that were made, all are or none.
    func isPartlyArchived(_ scope: SessionID?) -> Bool {
        archive.through != nil && (scope == nil || scope == Self.openSession)
    }

    /// After an event: what of the archive it could touch, beside the bests.
    mutating func noteMissing() {
        guard archive.through != nil else { return }
        let (touchedCaptures, touchedRuns) = (archive.captures, archive.runs)
        archive.captures = [:]
        archive.runs = [:]
        for (id, before) in touchedCaptures { noteMissing(capture: id, before) }
        for (id, before) in touchedRuns { noteMissing(run: id, before) }
        guard !changes.sessions.isEmpty else { return }
        if let current = archivedCurrentSession { archive.need(.session(current)) }
    }

    /// A capture that is of another run now, or of none, may be of one in the archive.
    private mutating func noteMissing(capture id: CaptureID, _ before: Archive.Resolution?) {
        guard let record = captures[id], let subject = record.subject else { return }
        if case .run(let run) = subject {
            if runs[run] == nil { archive.need(.run(run)) }
            return
        }
        let startedAt = record.resolved.flatMap { runs[$0]?.startedAt }
        if let startedAt, !archive.reaches(startedAt) { return }
        if let before, before.subject == subject, before.at == record.at,
            before.run == record.resolved, before.startedAt ?? record.at <= startedAt ?? record.at
        {
            return
        }
        needLatestRun(of: subject, startedBy: record.at)
    }

    private mutating func noteMissing(run id: RunID, _ before: Archive.Listing?) {
        let run = runs[id]
        if let run, sessions[run.session]?.archived != nil { archive.need(.session(run.session)) }
        let isListed = run?.startedAt != nil && run?.isVoided == false
        if let run, isListed, let startedAt = run.startedAt {
            // Captures that came after its start, and were of the run before it, may be its own now.
            for subject in run.answersTo where archive.reaches(startedAt) {
                if let before, before.startedAt == startedAt, before.answersTo.contains(subject) {
                    continue
                }
                needLatestRun(of: subject, startedBy: startedAt)
            }
        }
        guard let before, isPartlyArchived(before.session) else { return }
        if isListed, run?.session == before.session, run?.startedAt == before.startedAt { return }
        // The session may begin or end with another run now.
        let (first, last) = (
            sessions[before.session]!.runsByStart.first, sessions[before.session]!.runsByStart.last
        )
        let ref = InstantRef(at: before.startedAt, id: id)
        if first.map({ ref < $0 }) ?? true { archive.need(.firstRun(of: before.session)) }
        if last.map({ $0 < ref && archive.reaches($0.at) }) ?? true {
            archive.need(.lastRun(of: before.session))
        }
    }

    private mutating func needLatestRun(of subject: Subject, startedBy: Timestamp) {
        if let reference = latestRunElsewhere(of: subject, startedBy: startedBy) {
            archive.need(reference)
        }
    }

    /// Where to look for the latest run of a subject that began at or before an instant; nil where it
    /// is in memory for certain, or cannot be anywhere.
    private func latestRunElsewhere(of subject: Subject, startedBy: Timestamp) -> Reference? {
        let known = latestRun(of: subject, at: startedBy).flatMap { runs[$0]?.startedAt }
        if let known, !archive.reaches(known) { return nil }
        var carriers: Set<Reference.Carrier> = []
        if case .transponder(let transponder) = subject {
            for (session, state) in sessions {
                for entry in state.entries.values where entry.transponders.contains(transponder) {
                    carriers.insert(.init(runner: entry.runner, session: session))
                }
            }
        }
        if case .transponder = subject, carriers.isEmpty { return nil }
        return .latestRun(of: subject, startedBy: startedBy, carriers: carriers)
    }
}
