/// What a run's result is worked out from, besides its captures.
struct RunContext: Sendable {
    var start: Timestamp
    var startUncertainty: TimeSpan
    var course: Course
    var rounding: Rounding
    var rank: Rank
    var limit: Limit?
    var clock: RankingClock
    var adjustment: TimeSpan
    /// Whether the run's values take part in bests.
    var counts: Bool
}

/// A capture as a result needs it, in the order of the placement.
struct ResultCapture: Sendable {
    var id: CaptureID
    var at: Timestamp
    /// The clock's part.
    var clockUncertainty: TimeSpan
    var methodUncertainty: TimeSpan
    var device: DeviceID?
    var isVoided: Bool
    var isCorrected: Bool

    var uncertainty: TimeSpan { clockUncertainty + methodUncertainty }
}

extension SplitResult {
    fileprivate init(_ capture: ResultCapture, state: CaptureState) {
        self.init(
            capture: capture.id, at: capture.at, uncertainty: capture.uncertainty, state: state,
            isCorrected: capture.isCorrected)
    }
}

extension RunResult {
    /// - Parameters:
    ///   - captures: all of the run's, by instant, then id, voided ones among them. The others are
    ///     those of the placement.
    init(
        captures: [ResultCapture], placement: Placement, end: RunEnd, context: RunContext?
    ) {
        status = end.status
        isByClose = end.isByClose
        splits = captures.map { SplitResult($0, state: $0.isVoided ? .voided : .beforeStart) }
        /// For each of the placement's captures, its index in `captures`.
        var placed = Array(captures.indices)
        placed.removeAll { captures[$0].isVoided }
        for (index, state) in zip(placed, placement.states) { splits[index].state = state }
        Self.cut(placement, at: end.count, placed: placed, in: &splits)
        if let context { measure(captures, placed, placement, end, in: context) }
    }

    /// Works out the times of what counts.
    private mutating func measure(
        _ captures: [ResultCapture], _ placed: [Int], _ placement: Placement, _ end: RunEnd,
        in context: RunContext
    ) {
        let passings = placement.passings[..<end.count]
        let zero = Self.zero(context, passings)
        counted.reserveCapacity(passings.count)
        values.reserveCapacity(2 * passings.count + 1)
        for passing in passings {
            let index = placed[passing.capture]
            let previous = counted.last
            counted.append(index)
            splits[index].position = passing.position
            splits[index].split = context.rounding(passing.at - zero)
            if passing.position > 0 { measureSplit(index, after: previous, captures, context) }
        }
        classified = end.classified.map { placed[placement.passings[$0].capture] }
        if let finish = end.finish {
            let passing = placement.passings[finish]
            finishedAt = passing.at
            time = context.rounding(passing.at - zero + context.adjustment)
            run = wholeRun(finishing: placed[passing.capture], captures, context)
        }
        if let run { values.append(run) }
        if !context.counts { values = [] }
    }

    /// Works out the times that a counted split ends: its segment, its lap, its cumulative split.
    private mutating func measureSplit(
        _ index: Int, after previous: Int?, _ captures: [ResultCapture], _ context: RunContext
    ) {
        guard let position = splits[index].position, let split = splits[index].split else { return }
        let course = context.course
        let from = position - 1
        let isJoined = (previous.flatMap { splits[$0].position } ?? course.startPosition) != from
        let segment =
            isJoined
            ? nil
            : value(
                .segment(
                    from: from == 0 && course.start == .gun ? nil : course.checkpoint(at: from),
                    to: course.checkpoint(at: position)),
                from: previous, to: index, captures, context, position: position)
        splits[index].segment = .init(
            time: split - (previous.flatMap { splits[$0].split } ?? .zero), value: segment)
        if let segment { values.append(segment) }
        if course.hasLaps, course.isFinishLine(position) {
            let lap = lap(endingWith: index, captures, context)
            splits[index].lap = lap
            if let value = lap?.value { values.append(value) }
        }
        if context.rank == .time {
            let cumulative = value(
                .split(course.checkpoint(at: position), lap: course.lap(at: position)),
                from: nil, to: index, captures, context, position: position)
            splits[index].cumulative = cumulative
            if let cumulative { values.append(cumulative) }
        }
    }

    /// Of a run that a person took out: its captures are kept, and nothing follows from them.
    static func voided(_ captures: [ResultCapture]) -> RunResult {
        var result = RunResult()
        result.splits = captures.map { SplitResult($0, state: .voided) }
        return result
    }

    /// What came after the run's end does not count.
    private static func cut(
        _ placement: Placement, at count: Int, placed: [Int], in splits: inout [SplitResult]
    ) {
        guard count < placement.passings.count else { return }
        let firstAfter = placement.passings[count].at
        for passing in placement.passings[count...] {
            splits[placed[passing.capture]].state = .afterFinish
        }
        for index in placed
        where splits[index].at >= firstAfter && splits[index].state != .counted {
            splits[index].state = .afterFinish
        }
    }

    /// Where the ranking clock begins: the start or, by net time, the run's own passing of the line.
    private static func zero(_ context: RunContext, _ passings: ArraySlice<Passing>) -> Timestamp {
        guard context.clock == .net, let first = passings.first, first.position == 0 else {
            return context.start
        }
        return first.at
    }

    /// Lap 1 begins at position 0, every other at the last lap's end. A lap that nothing marks the
    /// beginning of has no time; lap 1 then begins at the gun, and is not compared.
    private func lap(
        endingWith end: Int, _ captures: [ResultCapture], _ context: RunContext
    ) -> SplitResult.MeasuredTime? {
        guard let position = splits[end].position, let split = splits[end].split else { return nil }
        let course = context.course
        let number = course.lap(at: position)
        let begin = index(at: course.finishPosition(ofLap: number - 1))
        let beginsAtGun = number == 1 && begin == nil
        guard let beginning = beginsAtGun ? .zero : begin.flatMap({ splits[$0].split }) else {
            return nil
        }
        let isCompared = !beginsAtGun || course.start == .gun
        let isFirst = number == 1 && course.firstLap == .own
        var value = measured(
            .lap(isFirst: isFirst), split - beginning, from: begin, to: end, captures, context,
            position: position)
        value.pace = pace(from: beginning, lap: number, course)
        return .init(time: split - beginning, value: isCompared ? value : nil)
    }

    /// The counted splits of the lap that the last of them is in, less what the clock showed at its
    /// beginning.
    private func pace(from beginning: TimeSpan, lap: Int, _ course: Course) -> [PacePoint] {
        let ofLap = counted.reversed().prefix { index in
            splits[index].position.map { course.lap(at: $0) } == lap
        }
        return ofLap.reversed().compactMap { index in
            guard let position = splits[index].position, let split = splits[index].split else {
                return nil
            }
            return PacePoint(checkpoint: course.checkpoint(at: position), time: split - beginning)
        }
    }

    /// The run as a value: its length is fixed by the course or by the session, and it went all of it.
    private func wholeRun(
        finishing index: Int, _ captures: [ResultCapture], _ context: RunContext
    ) -> MeasuredValue? {
        var laps = context.course.laps
        if laps == 0, case .laps(let limit) = context.limit { laps = limit }
        guard laps > 0, self.laps(through: index, course: context.course) == laps, let time else {
            return nil
        }
        var value = measured(
            .run(laps: laps), time, from: nil, to: index, captures, context,
            position: splits[index].position ?? 0)
        if laps == 1 { value.pace = pace(from: .zero, lap: 1, context.course) }
        return value
    }

    /// The time from one counted split, or from the clock's zero, to another, as a value.
    private func value(
        _ measure: Measure, from: Int?, to: Int, _ captures: [ResultCapture],
        _ context: RunContext, position: Int
    ) -> MeasuredValue? {
        guard let end = splits[to].split else { return nil }
        let begin = from.flatMap { splits[$0].split } ?? .zero
        return measured(
            measure, end - begin, from: from, to: to, captures, context, position: position)
    }

    private func measured(
        _ measure: Measure, _ time: TimeSpan, from: Int?, to: Int, _ captures: [ResultCapture],
        _ context: RunContext, position: Int
    ) -> MeasuredValue {
        MeasuredValue(
            measure: measure, value: time, at: captures[to].at,
            uncertainty: uncertainty(from: from, to: to, captures, context),
            lap: context.course.lap(at: position))
    }

    /// Of both ends. Two captures of one device at one line share its clock's error, so only the
    /// method's part is left of it.
    private func uncertainty(
        from: Int?, to: Int, _ captures: [ResultCapture], _ context: RunContext
    ) -> TimeSpan {
        let end = captures[to]
        guard let from else { return context.startUncertainty + end.uncertainty }
        let begin = captures[from]
        let isSameClock =
            begin.device != nil && begin.device == end.device
            && splits[from].position.map { context.course.index(at: $0) }
                == splits[to].position.map { context.course.index(at: $0) }
        return isSameClock
            ? begin.methodUncertainty + end.methodUncertainty
            : begin.uncertainty + end.uncertainty
    }
}
