/// What may end a run besides the last line of its own course.
struct EndRules: Hashable, Sendable {
    var finish: Finish
    var limit: Limit?
    /// The instant at which the flag fell for the session's leader.
    var flagAt: Timestamp?
    /// The close of the session.
    var closedAt: Timestamp?

    /// Whether so many laps are to be done.
    fileprivate var hasDistance: Bool {
        if case .laps = limit { true } else { false }
    }
}

/// How far a run goes: what counts of its passings, and its status by nature.
struct RunEnd: Hashable, Sendable {
    /// How many of the run's passings count.
    var count: Int
    var status: Status
    /// The passing whose instant is the run's `finishedAt`.
    var finish: Int?
    /// Where the run stands among others: the last passing that a result is taken at.
    var classified: Int?
    /// Whether the run was still out when the session closed or its time was up.
    var isByClose = false

    /// - Parameters:
    ///   - passings: of the whole placement, in order.
    ///   - start: nil while the run's start is not known.
    ///   - finishedBy: the earliest captured end of the run that stands.
    init(
        of passings: [Passing], start: Timestamp?, course: Course, rules: EndRules,
        finishedBy: Timestamp?
    ) {
        guard let start else {
            self.init(count: 0, status: .ready, finish: nil, classified: nil)
            return
        }
        func isLapEnd(_ passing: Passing) -> Bool {
            passing.position > 0 && course.isFinishLine(passing.position)
        }
        var cuts: [Cut] = []
        if let last = passings.indices.last, passings[last].position == course.lastPosition {
            cuts.append(.passing(last))
        }
        cuts += Self.finishOfSession(passings, start: start, course: course, rules: rules)
        if rules.finish == .clock, case .time(let time, plusLaps: _) = rules.limit {
            let end = start + time
            // Time is up for a run once something is known of it after the limit.
            if passings.contains(where: { $0.at > end }) {
                cuts.append(.instant(end, isLast: true))
            }
        }
        if let closedAt = rules.closedAt { cuts.append(.instant(closedAt, isLast: true)) }
        if let finishedBy {
            // Before its last line a run of known length has not finished by being ended.
            let isOpenEnded = course.lastPosition == nil && !rules.hasDistance
            cuts.append(.instant(finishedBy, isLast: isOpenEnded))
        }
        // Of two ends the one that leaves less counts; a passing goes before an instant that
        // leaves as much.
        let cut = cuts.min { left, right in
            let (leftCount, rightCount) = (left.count(in: passings), right.count(in: passings))
            return leftCount != rightCount ? leftCount < rightCount : left.order < right.order
        }
        guard let cut else {
            self.init(
                count: passings.count, status: .running, finish: nil,
                classified: passings.indices.last)
            return
        }
        let count = cut.count(in: passings)
        switch cut {
        case .passing(let index):
            self.init(count: count, status: .finished, finish: index, classified: index)
        case .instant(_, isLast: false):
            self.init(
                count: count, status: .dnf, finish: nil, classified: count > 0 ? count - 1 : nil)
        case .instant(_, isLast: true):
            let lapEnd = passings[..<count].lastIndex(where: isLapEnd)
            self.init(
                count: count, status: lapEnd == nil ? .nc : .finished, finish: lapEnd,
                classified: lapEnd, isByClose: true)
        }
    }

    private init(
        count: Int, status: Status, finish: Int?, classified: Int?, isByClose: Bool = false
    ) {
        self.count = count
        self.status = status
        self.finish = finish
        self.classified = classified
        self.isByClose = isByClose
    }

    /// The passing at which the session's rule for its end takes the run, if it has come to it.
    private static func finishOfSession(
        _ passings: [Passing], start: Timestamp, course: Course, rules: EndRules
    ) -> [Cut] {
        func first(where matches: (Passing) -> Bool) -> [Cut] {
            passings.firstIndex {
                $0.position > 0 && course.isFinishLine($0.position) && matches($0)
            }.map { [.passing($0)] } ?? []
        }
        switch (rules.finish, rules.limit) {
        case (.leader, _):
            guard let flagAt = rules.flagAt else { return [] }
            return first { $0.at >= flagAt }
        case (_, .laps(let laps)):
            return first { course.lap(at: $0.position) >= laps }
        case (.each, .time(let time, let plusLaps)):
            let limit = passings.first {
                $0.position > 0 && course.isFinishLine($0.position) && $0.at - start >= time
            }
            guard let limit else { return [] }
            let lap = course.lap(at: limit.position) + plusLaps
            return first { course.lap(at: $0.position) >= lap }
        case (.clock, .time):
            return []
        case (_, nil):
            guard let flagAt = rules.flagAt else { return [] }
            return first { $0.at >= flagAt }
        }
    }

    private enum Cut {
        /// The run ends with this passing.
        case passing(Int)
        /// Later passings do not count; `isLast`: what came by then is the result.
        case instant(Timestamp, isLast: Bool)

        func count(in passings: [Passing]) -> Int {
            switch self {
            case .passing(let index): index + 1
            case .instant(let instant, _): passings.lowerBound { $0.at <= instant }
            }
        }

        var order: (Int, Timestamp) {
            switch self {
            case .passing: (0, Timestamp(microseconds: .min))
            case .instant(let at, _): (1, at)
            }
        }
    }
}
