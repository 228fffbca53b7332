/// The parts of the board, as they follow from the state of a track.
extension TrackState {
    func boardTrack(_ definition: TrackDefinition) -> BoardTrack {
        BoardTrack(
            id: id, name: definition.name, laps: definition.laps,
            revision: revisions.last?.number ?? 1,
            checkpoints: definition.checkpoints,
            start: definition.start, firstLap: definition.firstLap, rank: definition.rank,
            rounding: definition.rounding)
    }

    func boardSession(_ id: SessionID, current: SessionID) -> BoardSession {
        let session = sessions[id]!
        return BoardSession(
            id: id, name: session.definition.name, rank: session.definition.rank,
            counts: session.definition.counts, finish: session.definition.finish,
            limit: session.definition.limit, ties: session.definition.ties,
            scope: session.definition.scope ?? definition!.scope, clock: session.definition.clock,
            state: session.closedAt != nil
                ? .closed : session.latestStart == nil ? .waiting : .running,
            flag: session.flagAt != nil ? .finish : session.flags.last?.flag,
            startedAt: session.startedAt, flagAt: session.flagAt, closedAt: session.closedAt,
            current: id == current)
    }

    func boardHead(
        _ id: RunID, _ run: Indirect<RunState>, names: RunnerRegistry,
        in bests: Bests
    ) -> BoardRunHead {
        let result = run.result
        let course = run.revision?.course
        return BoardRunHead(
            session: run.session,
            runner: .init(id: run.runner, name: names.name(of: run.runner)),
            number: run.number(entry: sessions[run.session]?.entries[run.runner]),
            status: result.status, startedAt: run.startedAt, finishedAt: result.finishedAt,
            held: run.held,
            skipped: run.skipped.sorted(),
            next: nextPosition(of: run).flatMap { position in
                course.map {
                    .init(
                        checkpoint: $0.checkpoint(at: position), lap: $0.lap(at: position),
                        compare: comparison(of: run, at: position, in: bests))
                }
            },
            time: result.time,
            verdict: result.run.map { bests.judge($0, runner: run.runner).verdict },
            corrected: run.isCorrected,
            laps: course.map { result.laps(through: result.classified, course: $0) } ?? 0,
            lastLap: result.lapTimes.last?.time,
            bestLap: bestLap(of: result)?.value, splitCount: run.captures.count)
    }

    func bestLap(of result: RunResult) -> MeasuredValue? {
        result.lapTimes.lazy.compactMap(\.value).min { ($0.value, $0.at) < ($1.value, $1.at) }
    }

    /// The place that the run comes to next; nil for one that is not out.
    private func nextPosition(of run: Indirect<RunState>) -> Int? {
        guard run.result.status == .running, let course = run.revision?.course else { return nil }
        let skipped = Set(
            run.skipped.compactMap { course.position(of: $0.checkpoint, lap: $0.lap) })
        var position = (run.result.last?.position ?? course.startPosition) + 1
        while skipped.contains(position) { position += 1 }
        if let end = course.lastPosition, position > end { return nil }
        return position
    }

    /// A run's last captures.
    func boardSplits(_ run: Indirect<RunState>, last count: Int, in bests: Bests) -> [BoardSplit] {
        let judge = bests.judge(of: run.runner)
        return run.result.splits.suffix(count).map { boardSplit($0, of: run, by: judge) }
    }

    private func boardSplit(
        _ split: SplitResult, of run: Indirect<RunState>, by judge: Bests.Judge
    ) -> BoardSplit {
        let course = run.revision?.course
        let record = captures[split.capture]!
        var board = BoardSplit(
            id: split.capture,
            checkpoint: split.position.flatMap { course?.checkpoint(at: $0) }
                ?? record.checkpoint ?? record.capture.checkpoint,
            lap: split.position.flatMap { course?.lap(at: $0) } ?? record.lap, at: split.at,
            uncertainty: split.uncertainty, state: split.state, split: split.split,
            segment: split.segment?.time, lapTime: split.lap?.time, splitVerdict: nil,
            segmentVerdict: nil, lapVerdict: nil, standing: [], close: [], record: [],
            corrected: split.isCorrected)
        let isCompared = run.result.status != .dsq && !run.isVoided
        func verdict(_ value: MeasuredValue?, _ kind: MeasureKind) -> Verdict {
            guard let value, isCompared else { return .none }
            let judgement = judge(value)
            if judgement.stands { board.standing.append(kind) }
            if judgement.isClose { board.close.append(kind) }
            if run.contribution?.scope != nil,
                allTime.judge(value, runner: run.runner).verdict == .overallBest
            {
                board.record.append(kind)
            }
            return judgement.verdict
        }
        board.segmentVerdict = split.segment.map { verdict($0.value, .segment) }
        board.lapVerdict = split.lap.map { verdict($0.value, .lap) }
        board.splitVerdict = split.cumulative.map { verdict($0, .split) }
        // The run's own verdict is in its head; the rest of it goes with the split that it ended with.
        if let time = run.result.run, split.state == .counted, split.at == time.at {
            _ = verdict(time, .run)
        }
        return board
    }

    /// A capture that no run is known for.
    func boardSplit(unassigned id: CaptureID) -> BoardSplit {
        let record = captures[id]!
        return BoardSplit(
            id: id, checkpoint: record.checkpoint ?? record.capture.checkpoint, lap: record.lap,
            at: record.at, uncertainty: record.wholeUncertainty,
            state: record.isVoided ? .voided : .unassigned, split: nil, segment: nil, lapTime: nil,
            splitVerdict: nil, segmentVerdict: nil, lapVerdict: nil, standing: [], close: [],
            record: [], corrected: record.isCorrected)
    }

    /// The best of everyone or of a runner, on the course as it is now.
    func boardBests(
        of runner: RunnerID?, in bests: Bests, session: SessionDefinition
    ) -> (BoardBests, segments: [BoardBests.Segment]) {
        guard let course = revisions.last?.course else { return (.none, []) }
        func best(_ measure: Measure) -> Chain.Link? {
            (runner.map { bests.chain(measure, of: $0) } ?? bests.chain(measure))?.best
        }
        func segment(_ from: CheckpointID?, _ to: CheckpointID) -> BoardBests.Segment? {
            best(.segment(from: from, to: to)).map {
                .init(ends: .init(from: from, to: to), time: $0.key.value, run: $0.run)
            }
        }
        let lines = course.checkpoints.map(\.id)
        // A flying lap begins at the finish line; the first lap of a gun start is another segment.
        let first = course.start == .gun ? segment(nil, lines[0]) : nil
        let flying = course.hasLaps || course.start == .line ? segment(lines.last, lines[0]) : nil
        let rest = zip(lines, lines.dropFirst()).map { segment($0, $1) }
        let lap = [course.hasLaps ? flying : flying ?? first] + rest
        let whole = best(wholeMeasure(course, session.limit))
        return (
            BoardBests(
                run: whole?.run, time: whole?.key.value,
                sumOfBest: lap.contains { $0 == nil }
                    ? nil : lap.reduce(TimeSpan.zero) { $0 + $1!.time }),
            ([first, flying] + rest).compactMap { $0 }
        )
    }

    /// What "the best" is on a course: a run where runs have a length, else a lap.
    private func wholeMeasure(_ course: Course, _ limit: Limit?) -> Measure {
        if course.laps > 0 { return .run(laps: course.laps) }
        if case .laps(let laps) = limit { return .run(laps: laps) }
        return .lap(isFirst: false)
    }
}
