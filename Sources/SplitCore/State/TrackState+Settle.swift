extension TrackState {
    /// Works out what follows for every run that was touched, then for the sessions whose flag moves
    /// by it.
    mutating func settle() {
        var led: Set<SessionID> = []
        while !unsettled.isEmpty {
            let touched = unsettled
            unsettled = []
            for run in touched {
                derivePlacement(of: run)
                conclude(run, led: &led)
            }
        }
        for session in led where sessions[session]!.updateFlag() {
            changes.sessions.insert(session)
            for ref in sessions[session]!.runsByStart { conclude(ref.id, led: &led) }
        }
    }

    /// Works out anew what follows from a session's rules.
    mutating func reconclude(session id: SessionID) {
        guard sessions[id] != nil else { return }
        changes.sessions.insert(id)
        for ref in sessions[id]!.runsByStart { unsettled.insert(ref.id) }
        _ = sessions[id]!.updateFlag()
    }

    /// Places the run's captures on its course, voided ones left out.
    private mutating func derivePlacement(of id: RunID) {
        guard let run = runs[id], let course = run.revision?.course else { return }
        runs[id]!.placement = Placement(
            of: standing(run).map { placeable($0, on: course) }, start: run.startedAt,
            course: course,
            skipped: Set(
                run.skipped.compactMap { course.position(of: $0.checkpoint, lap: $0.lap) }),
            mergeWindow: mergeWindow)
    }

    private func standing(_ run: RunState) -> [CaptureState.Record] {
        run.captures.lazy.map { captures[$0.id]! }.filter { !$0.isVoided }
    }

    private func placeable(
        _ record: CaptureState.Record, on course: Course
    ) -> PlaceableCapture {
        let checkpoint = record.checkpoint ?? record.capture.checkpoint
        var fix = record.isFixed ? PlaceableCapture.Fix.counts : nil
        if let lap = record.lap,
            let checkpoint = checkpoint
                ?? (course.checkpoints.count == 1
                    ? course.checkpoints[0].id : nil),
            let position = course.position(of: checkpoint, lap: lap)
        {
            fix = .position(position)
        }
        let line: PlaceableCapture.Line =
            switch checkpoint {
            case nil: .next
            case .some(let id): course.index(of: id).map { .index($0) } ?? .unknown
            }
        return PlaceableCapture(
            id: record.capture.id, at: record.at, uncertainty: record.wholeUncertainty,
            device: record.capture.device, line: line, fix: fix)
    }

    /// Ends the run by its session's rules, works out its result, and puts what follows from it into
    /// the bests and the session. Nothing follows from a voided run, and no session leads to it.
    private mutating func conclude(_ id: RunID, led: inout Set<SessionID>) {
        // In a closed session every place is final, until one of its runs is another.
        if let session = runs[id]?.session, sessions[session]?.closedAt != nil {
            changes.sessions.insert(session)
        }
        if let run = runs[id], run.isVoided {
            runs[id]!.result = .voided(run.captures.map { resultCapture(captures[$0.id]!) })
            changes.runs.insert(id)
            let nothing = Contribution(runner: run.runner, session: run.session)
            replaceContribution(of: id, with: nothing, led: &led)
            return
        }
        guard let run = runs[id], let placement = run.placement, let revision = run.revision,
            let rules = sessions[run.session]?.endRules,
            let session = sessions[run.session]?.definition, let definition
        else { return }
        let course = revision.course
        let finishedBy = run.finishedBy
        var end = RunEnd(
            of: placement.passings, start: run.startedAt, course: course,
            rules: rules, finishedBy: finishedBy)
        if let status = run.setStatus {
            end.status = status
            if status != .hc { end.finish = nil }
        }
        let all = run.captures.map { resultCapture(captures[$0.id]!) }
        let result = RunResult(
            captures: all, placed: all.indices.filter { !all[$0].isVoided }, placement: placement,
            end: end,
            context: run.startedAt.map {
                RunContext(
                    start: $0, startUncertainty: run.startUncertainty, course: course,
                    rounding: definition.rounding, rank: session.rank,
                    limit: session.limit, clock: session.clock,
                    adjustment: run.adjustment,
                    counts: end.status != .dsq)
            })
        runs[id]!.result = result
        changes.runs.insert(id)

        var contribution = Contribution(runner: run.runner, session: run.session)
        if let startedAt = run.startedAt {
            let scope = session.scope ?? definition.scope
            contribution.scope = scope == .session ? run.session : nil
            contribution.values = result.values
            contribution.place =
                result.status == .running
                ? .running
                : .ended(result.finishedAt ?? result.splits.last?.at ?? startedAt)
            if session.finish == .leader {
                contribution.lapEnds = lapEnds(
                    of: run, placement, course, until: [rules.closedAt, finishedBy])
            }
        }
        replaceContribution(of: id, with: contribution, led: &led)
    }

    private func resultCapture(_ record: CaptureState.Record) -> ResultCapture {
        ResultCapture(
            id: record.capture.id, at: record.at, clockUncertainty: record.clockUncertainty,
            methodUncertainty: record.capture.method.uncertainty, device: record.capture.device,
            isVoided: record.isVoided, isCorrected: record.isCorrected)
    }

    /// When the run had completed so many laps, whatever the flag says.
    private func lapEnds(
        of run: RunState, _ placement: Placement, _ course: Course, until ends: [Timestamp?]
    ) -> [Leads.LapEnd] {
        guard let startedAt = run.startedAt else { return [] }
        let until = ends.compactMap { $0 }.min()
        var lapEnds: [Leads.LapEnd] = []
        for passing in placement.passings
        where passing.position > 0 && course.isFinishLine(passing.position) {
            if let until, passing.at > until { break }
            let end = Leads.LapEnd(at: passing.at, elapsed: passing.at - startedAt)
            // A missed finish line was passed by then at the latest.
            while lapEnds.count < course.lap(at: passing.position) { lapEnds.append(end) }
        }
        return lapEnds
    }

    private mutating func replaceContribution(
        of id: RunID, with new: Contribution, led: inout Set<SessionID>
    ) {
        let old = runs[id]!.contribution
        guard old != new else { return }
        runs[id]!.contribution = new

        replaceValues(of: id, old, new)
        if old?.session != new.session || old?.place != new.place {
            if let old { unlist(id, old) }
            switch new.place {
            case nil: break
            case .running: sessions[new.session]!.running.insert(id)
            case .ended(let at): sessions[new.session]!.ended.insert(.init(at: at, id: id))
            }
            changes.sessions.insert(new.session)
        }
        if let old, old.session != new.session, !old.lapEnds.isEmpty {
            sessions[old.session]!.leads.update(id, [])
            led.insert(old.session)
        }
        let oldEnds = old?.session == new.session ? old?.lapEnds : nil
        if oldEnds ?? [] != new.lapEnds {
            sessions[new.session]!.leads.update(id, new.lapEnds)
            led.insert(new.session)
        }
    }

    private mutating func replaceValues(
        of id: RunID, _ old: Contribution?, _ new: Contribution
    ) {
        guard !archive.isRestoring else { return }
        // Most often a value is added at the end; what stays is not touched.
        let isSameOwner = old?.runner == new.runner && old?.scope == new.scope
        let kept = isSameOwner ? zip(old?.values ?? [], new.values).prefix { $0 == $1 }.count : 0
        if let old {
            for value in old.values.dropFirst(kept) {
                changeBests(in: nil) {
                    $0.windows(without: value, of: old.runner)
                } by: {
                    $0.remove(value, runner: old.runner, run: id, changed: &$1)
                }
                guard let scope = old.scope else { continue }
                changeBests(in: scope) {
                    $0.windows(without: value, of: old.runner)
                } by: {
                    $0.remove(value, runner: old.runner, run: id, changed: &$1)
                }
            }
        }
        for value in new.values.dropFirst(kept) {
            changeBests(in: nil) {
                $0.windows(with: value, of: new.runner)
            } by: {
                $0.insert(value, runner: new.runner, run: id, changed: &$1)
            }
            guard let scope = new.scope else { continue }
            changeBests(in: scope) {
                $0.windows(with: value, of: new.runner)
            } by: {
                $0.insert(value, runner: new.runner, run: id, changed: &$1)
            }
        }
    }

    /// Changes the bests of a scope, and notes what else changes by it.
    ///
    /// - Parameter windows: what of the values may have to be in memory for it.
    mutating func changeBests(
        in scope: SessionID?, windows: (Bests) -> [BestsWindow],
        by change: (inout Bests, inout Bests.Changes) -> Void
    ) {
        var changed = Bests.Changes()
        if let scope {
            if isPartlyArchived(scope) { need(windows(ofSession[scope] ?? .init()), in: scope) }
            change(&ofSession[scope, default: .init()], &changed)
            if ofSession[scope]!.isEmpty { ofSession[scope] = nil }
        } else {
            if archivedThrough != nil { need(windows(allTime), in: nil) }
            change(&allTime, &changed)
        }
        changes.runs.formUnion(changed.runs)
        // The bests of a session that was made come back with its runs.
        guard scope == nil || scope == Self.openSession else { return }
        for chain in changed.chains {
            changes.chains.insert(
                ChainID(scope: scope, runner: chain.runner, measure: chain.measure))
        }
    }

    private mutating func unlist(_ id: RunID, _ old: Contribution) {
        switch old.place {
        case nil: break
        case .running: sessions[old.session]!.running.remove(id)
        case .ended(let at): sessions[old.session]!.ended.remove(.init(at: at, id: id))
        }
        changes.sessions.insert(old.session)
    }
}
