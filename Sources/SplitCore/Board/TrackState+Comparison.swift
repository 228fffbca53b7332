extension TrackState {
    /// The bests that a run is compared with: its session's own, or those of the track.
    func bests(of run: Indirect<RunState>) -> Bests {
        run.contribution?.scope.flatMap { ofSession[$0] } ?? allTime
    }

    /// The times at a position of the bests that a run is compared with: the best lap as it stood before this
    /// lap, where the track has laps, else the best run as it stood before this one.
    func comparison(of run: Indirect<RunState>, at position: Int, in bests: Bests)
        -> BoardRunHead.Comparison?
    {
        guard let course = run.revision?.course, let startedAt = run.startedAt, position > 0 else {
            return nil
        }
        let measure: Measure
        let before: Timestamp
        if course.hasLaps {
            let lap = course.lap(at: position)
            measure = .lap(isFirst: lap == 1 && course.firstLap == .own)
            let beginning = run.result.split(at: course.finishPosition(ofLap: lap - 1))
            before = beginning?.at ?? startedAt
        } else {
            measure = .run(laps: course.laps)
            before = startedAt
        }
        func time(_ link: Chain.Link?) -> TimeSpan? {
            link?.time(at: course.checkpoint(at: position))
        }
        let comparison = BoardRunHead.Comparison(
            personalBest: time(bests.chain(measure, of: run.runner)?.best(at: before)),
            overallBest: time(bests.chain(measure)?.best(at: before)))
        return comparison == .init() ? nil : comparison
    }

    /// This run less its comparisons at its own last passing.
    func delta(of run: Indirect<RunState>, id: RunID, leader: Classification.Row?, in bests: Bests)
        -> BoardDelta
    {
        guard let last = run.result.last, let position = last.position, let split = last.split,
            let course = run.revision?.course
        else { return .none }
        let leader = leader?.id == id ? nil : leader
        let compared = comparison(of: run, at: position, in: bests)
        var own: TimeSpan? = split
        if course.hasLaps {
            own = lapSoFar(of: run.result, to: position, on: course)
        }
        func less(_ other: TimeSpan?) -> TimeSpan? {
            guard let own, let other else { return nil }
            return own - other
        }
        return BoardDelta(
            personalBest: less(compared?.personalBest), overallBest: less(compared?.overallBest),
            leader: leader.flatMap { $0.result.time(at: position) }.map { split - $0 })
    }

    /// From the beginning of a lap to a position in it.
    private func lapSoFar(of result: RunResult, to position: Int, on course: Course) -> TimeSpan? {
        guard let split = result.time(at: position) else { return nil }
        let beginning = course.finishPosition(ofLap: course.lap(at: position) - 1)
        if beginning == 0, course.start == .gun { return split }
        return result.time(at: beginning).map { split - $0 }
    }
}
