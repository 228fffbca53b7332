extension TrackState {
    /// Works out what follows for every run that was touched, then for the sessions whose flag moves
    /// by it.
    mutating func settle() {
        var led: Set<SessionID> = []
        while !unsettled.isEmpty {
            let touched = unsettled
            unsettled = []
            for run in touched {
                let records = records(of: run)
                if let placement = placement(of: run, records) { runs[run]!.placement = placement }
                conclude(run, records, led: &led)
            }
        }
        for session in led where sessions[session]!.value.updateFlag() {
            changes.sessions.insert(session)
            for ref in sessions[session]!.runsByStart {
                conclude(ref.id, records(of: ref.id), led: &led)
            }
        }
    }

    /// Works out anew what follows from a session's rules.
    mutating func reconclude(session id: SessionID) {
        guard sessions[id] != nil else { return }
        changes.sessions.insert(id)
        for ref in sessions[id]!.runsByStart { unsettled.insert(ref.id) }
        _ = sessions[id]!.value.updateFlag()
    }

    /// The run's captures, by instant, then id.
    private func records(of id: RunID) -> [Indirect<CaptureState.Record>] {
        runs[id]?.captures.map { captures[$0.id]! } ?? []
    }

    /// Places the run's captures on its course, voided ones left out. Nil while there is no course.
    private func placement(
        of id: RunID, _ records: [Indirect<CaptureState.Record>]
    ) -> Placement? {
        guard let run = runs[id], let course = run.revision?.course else { return nil }
        return Placement(
            of: records.lazy.filter { !$0.isVoided }.map { placeable($0, on: course) },
            start: run.startedAt, course: course,
            skipped: Set(
                run.skipped.compactMap { course.position(of: $0.checkpoint, lap: $0.lap) }),
            mergeWindow: mergeWindow)
    }

    private func placeable(
        _ record: Indirect<CaptureState.Record>, on course: Course
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
            at: record.at, uncertainty: record.wholeUncertainty, device: record.capture.device,
            line: line, fix: fix)
    }

    /// Ends the run by its session's rules, works out its result, and puts what follows from it into
    /// the bests and the session.
    private mutating func conclude(
        _ id: RunID, _ records: [Indirect<CaptureState.Record>], led: inout Set<SessionID>
    ) {
        // In a closed session every place is final, until one of its runs is another.
        if let session = runs[id]?.session, sessions[session]?.closedAt != nil {
            changes.sessions.insert(session)
        }
        // What is read of the run is given back before it is changed, so that it changes in place.
        guard let (result, contribution) = conclusion(of: id, records) else { return }
        runs[id]!.result = result
        changes.runs.insert(id)
        replaceContribution(of: id, with: contribution, led: &led)
    }

    /// The run's result, and what it puts into the bests and the session: nothing if it is voided, and
    /// no session leads to it. Nil while it has no course.
    private func conclusion(
        of id: RunID, _ records: [Indirect<CaptureState.Record>]
    ) -> (RunResult, Contribution)? {
        guard let run = runs[id] else { return nil }
        let captures = records.map(ResultCapture.init)
        var contribution = Contribution(runner: run.runner, session: run.session)
        if run.isVoided { return (.voided(captures), contribution) }
        guard let placement = run.placement, let course = run.revision?.course,
            let session = sessions[run.session], let definition
        else { return nil }
        let rules = session.value.endRules
        let finishedBy = run.finishedBy
        var end = RunEnd(
            of: placement.passings, start: run.startedAt, course: course,
            rules: rules, finishedBy: finishedBy)
        if let status = run.setStatus {
            end.status = status
            if status != .hc { end.finish = nil }
        }
        let result = RunResult(
            captures: captures, placement: placement, end: end,
            context: run.startedAt.map {
                RunContext(
                    start: $0, startUncertainty: run.startUncertainty, course: course,
                    rounding: definition.rounding, rank: session.definition.rank,
                    limit: session.definition.limit, clock: session.definition.clock,
                    adjustment: run.adjustment,
                    counts: end.status != .dsq)
            })
        if let startedAt = run.startedAt {
            let scope = session.definition.scope ?? definition.scope
            contribution.scope = scope == .session ? run.session : nil
            contribution.values = result.values
            contribution.place =
                result.status == .running
                ? .running
                : .ended(result.finishedAt ?? result.splits.last?.at ?? startedAt)
            if session.definition.finish == .leader {
                contribution.lapEnds = lapEnds(
                    of: placement, startedAt, course, until: [rules.closedAt, finishedBy])
            }
        }
        return (result, contribution)
    }

    /// When the run had completed so many laps, whatever the flag says.
    private func lapEnds(
        of placement: Placement, _ startedAt: Timestamp, _ course: Course, until ends: [Timestamp?]
    ) -> [Leads.LapEnd] {
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
}

extension ResultCapture {
    fileprivate init(_ record: Indirect<CaptureState.Record>) {
        self.init(
            id: record.capture.id, at: record.at, clockUncertainty: record.clockUncertainty,
            methodUncertainty: record.capture.method.uncertainty, device: record.capture.device,
            isVoided: record.isVoided, isCorrected: record.isCorrected)
    }
}
