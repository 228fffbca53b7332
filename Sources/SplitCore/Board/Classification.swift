/// The order of the runs on a board, and of their runners: worked out for all of them at once.
struct Classification {
    /// A run, as places are worked out from it.
    struct Row {
        let id: RunID
        let runner: RunnerID
        let course: Course
        /// Nil where runs are not ranked by it.
        let bestLap: MeasuredValue?
        /// Where the run stood at the last split at which a result is taken.
        let position: Int?
        let at: Timestamp?
        let elapsed: TimeSpan
        let laps: Int
        private let run: Indirect<RunState>

        init(_ id: RunID, _ run: Indirect<RunState>, on course: Course, bestLap: MeasuredValue?) {
            self.id = id
            self.run = run
            self.course = course
            self.bestLap = bestLap
            runner = run.value.runner
            // Asked of the one field: a split is large.
            let index = run.value.result.classified
            position = index.flatMap { run.value.result.splits[$0].position }
            at = index.map { run.value.result.splits[$0].at }
            elapsed = index.flatMap { run.value.result.splits[$0].split } ?? .zero
            laps = run.value.result.laps(through: index, course: course)
        }

        /// Lent, since a copy counts each of its parts.
        var result: RunResult {
            _read { yield run.value.result }
        }

        var isClassified: Bool {
            (result.status == .running || result.status == .finished) && position != nil
        }
    }

    private(set) var placings: [RunID: BoardPlacing] = [:]
    private(set) var standings: [BoardStanding] = []
    /// The run that leads; nil while nobody does.
    private(set) var leader: Row?

    init(of rows: [Row], by session: SessionDefinition, rounding: Rounding) {
        switch session.rank {
        case .race: rankRace(rows, ties: session.ties)
        case .time: rankTimes(rows, session, rounding)
        case .lap: rankLaps(rows, ties: session.ties)
        }
        appendUnclassified(rows)
    }

    // MARK: Race

    private mutating func rankRace(_ rows: [Row], ties: Ties) {
        /// What decides between two runs but for ties, so that no row is copied to compare it.
        struct Key {
            var index: Int
            var position: Int
            var elapsed: TimeSpan
        }
        func isTied(_ left: Key, _ right: Key) -> Bool {
            left.position == right.position && left.elapsed == right.elapsed
        }
        func precedes(_ left: Key, _ right: Key) -> Bool {
            if left.position != right.position { return left.position > right.position }
            if left.elapsed != right.elapsed { return left.elapsed < right.elapsed }
            return tieBreak(ties, rows[left.index], rows[right.index])
                ?? (rows[left.index].id < rows[right.index].id)
        }
        let keys = rows.indices.filter { rows[$0].isClassified }.map {
            Key(index: $0, position: rows[$0].position!, elapsed: rows[$0].elapsed)
        }
        let order = keys.sorted(by: precedes)
        leader = order.first.map { rows[$0.index] }
        var place = 0
        placings.reserveCapacity(rows.count)
        standings.reserveCapacity(rows.count)
        for (index, key) in order.enumerated() {
            let ahead = index > 0 ? order[index - 1] : nil
            let isShared = ahead.map {
                isTied($0, key) && tieBreak(ties, rows[$0.index], rows[key.index]) == nil
            }
            if isShared != true { place = index + 1 }
            var placing = BoardPlacing.none
            placing.place = place
            if index > 0 {
                (placing.gap, placing.gapLaps) = Self.gap(
                    of: rows[key.index], behind: rows[order[0].index])
            }
            if let ahead {
                (placing.interval, placing.intervalLaps) = Self.gap(
                    of: rows[key.index], behind: rows[ahead.index])
            }
            let id = rows[key.index].id
            placings[id] = placing
            addStanding(
                rows[key.index].runner, place: place, run: id, time: key.elapsed, gap: placing.gap)
        }
    }

    /// Taken at the run's own last passing: laps down or, if none, the time since the other's
    /// passing of the same point.
    private static func gap(of row: Row, behind other: Row) -> (TimeSpan?, laps: Int) {
        let otherLaps =
            row.result.isByClose
            ? other.laps : other.result.laps(within: row.elapsed, course: other.course)
        let down = otherLaps - row.laps
        if down > 0 { return (nil, down) }
        // One who led there, and has lost the lead since by standing, is behind by no time yet.
        guard let position = row.position, let there = other.result.time(at: position),
            there <= row.elapsed
        else { return (nil, 0) }
        return (row.elapsed - there, 0)
    }

    /// Whether the left of two equal rows goes first; nil where they share.
    private func tieBreak(_ ties: Ties, _ left: Row, _ right: Row) -> Bool? {
        switch ties {
        case .share, .judge: return nil
        case .first:
            guard let leftAt = left.at, let rightAt = right.at, leftAt != rightAt
            else { return nil }
            return leftAt < rightAt
        case .second:
            let pairs = zip(Self.sortedLaps(left), Self.sortedLaps(right))
            return pairs.first { $0 != $1 }.map { $0 < $1 }
        }
    }

    private static func sortedLaps(_ row: Row) -> [TimeSpan] {
        row.result.lapTimes.compactMap { $0.value?.value }.sorted()
    }

    // MARK: Times and laps

    /// A runner's result: smaller is better.
    private struct Result {
        var row: Row
        var time: TimeSpan
        var at: Timestamp
        /// What decides a tie by the next best.
        var others: [TimeSpan]
    }

    private mutating func rankTimes(
        _ rows: [Row], _ session: SessionDefinition, _ rounding: Rounding
    ) {
        let finished = rows.filter { $0.result.status == .finished && $0.result.time != nil }
        let results = Dictionary(grouping: finished, by: \.runner).values.map { runs in
            Self.result(of: runs, session.counts, rounding)
        }
        rank(results, ties: session.ties)
        placeThoseOut(rows)
    }

    private static func result(
        of runs: [Row], _ counts: CountedRuns, _ rounding: Rounding
    ) -> Result {
        let byTime = runs.sorted { ($0.result.time!, $0.id) < ($1.result.time!, $1.id) }
        let last = runs.max { ($0.result.finishedAt!, $0.id) < ($1.result.finishedAt!, $1.id) }!
        let sum = runs.reduce(TimeSpan.zero) { $0 + $1.result.time! }
        let (row, time): (Row, TimeSpan) =
            switch counts {
            case .best: (byTime[0], byTime[0].result.time!)
            case .last: (last, last.result.time!)
            case .sum: (last, sum)
            case .average:
                (last, rounding(.init(microseconds: sum.microseconds / Int64(runs.count))))
            }
        return Result(
            row: row, time: time, at: row.result.finishedAt!,
            others: byTime.dropFirst().map { $0.result.time! })
    }

    private mutating func rankLaps(_ rows: [Row], ties: Ties) {
        let timed = rows.filter {
            $0.bestLap != nil && ($0.result.status == .running || $0.result.status == .finished)
        }
        let results = Dictionary(grouping: timed, by: \.runner).values.map { runs in
            let best = runs.min {
                ($0.bestLap!.value, $0.bestLap!.at, $0.id)
                    < ($1.bestLap!.value, $1.bestLap!.at, $1.id)
            }!
            return Result(
                row: best, time: best.bestLap!.value, at: best.bestLap!.at,
                others: Array(runs.flatMap(Self.sortedLaps).sorted().dropFirst()))
        }
        rank(results, ties: ties)
        // A runner's place is that of all the runs it is out on.
        for row in timed where row.result.status == .running && placings[row.id] == nil {
            placings[row.id] = results.first { $0.row.runner == row.runner }
                .flatMap { placings[$0.row.id] }
        }
    }

    private mutating func rank(_ results: [Result], ties: Ties) {
        func breaks(_ left: Result, _ right: Result) -> Bool? {
            switch ties {
            case .share, .judge: nil
            case .first: left.at == right.at ? nil : left.at < right.at
            case .second:
                zip(left.others, right.others).first { $0 != $1 }.map { $0 < $1 }
            }
        }
        let order = results.sorted { left, right in
            if left.time != right.time { return left.time < right.time }
            return breaks(left, right) ?? (left.row.id < right.row.id)
        }
        leader = order.first?.row
        var place = 0
        for (index, result) in order.enumerated() {
            let ahead = index > 0 ? order[index - 1] : nil
            if ahead?.time != result.time || ahead.flatMap({ breaks($0, result) }) != nil {
                place = index + 1
            }
            let placing = BoardPlacing(
                place: place, gap: index > 0 ? result.time - order[0].time : nil, gapLaps: 0,
                interval: ahead.map { result.time - $0.time }, intervalLaps: 0)
            placings[result.row.id] = placing
            addStanding(
                result.row.runner, place: place, run: result.row.id, time: result.time,
                gap: placing.gap)
        }
    }

    /// A run that is out lies at its last checkpoint, among the best there of everyone else.
    private mutating func placeThoseOut(_ rows: [Row]) {
        let out = rows.filter { $0.result.status == .running && $0.position != nil }
        for (position, there) in Dictionary(grouping: out, by: \.position!) {
            let order = Self.bestSplits(at: position, of: rows)
            for row in there {
                let ahead = order[..<order.lowerBound { $0.split < row.elapsed }]
                let isOther = { (other: PointTime) in other.runner != row.runner }
                let others = ahead.count { isOther($0) }
                placings[row.id] = BoardPlacing(
                    place: others + 1,
                    gap: ahead.first(where: isOther).map { row.elapsed - $0.split },
                    gapLaps: 0,
                    interval: ahead.last(where: isOther).map { row.elapsed - $0.split },
                    intervalLaps: 0)
            }
        }
    }

    private struct PointTime {
        var runner: RunnerID
        var split: TimeSpan
    }

    /// The best split of each runner at a position, the smallest first.
    private static func bestSplits(at position: Int, of rows: [Row]) -> [PointTime] {
        var best: [RunnerID: TimeSpan] = [:]
        for index in rows.indices where rows[index].isClassified {
            guard let split = rows[index].result.time(at: position) else { continue }
            let known = best[rows[index].runner] ?? split
            best[rows[index].runner] = min(known, split)
        }
        return best.map { PointTime(runner: $0.key, split: $0.value) }
            .sorted { $0.split < $1.split }
    }

    // MARK: The rest

    /// Not classified: nc, dnf by point reached and then time, hc, dns, dsq.
    private mutating func appendUnclassified(_ rows: [Row]) {
        let order: [Status] = [.nc, .dnf, .hc, .dns, .dsq]
        let listed = rows.compactMap { row in
            order.firstIndex(of: row.result.status).map { (rank: $0, row: row) }
        }
        let sorted = listed.sorted { left, right in
            if left.rank != right.rank { return left.rank < right.rank }
            let (near, far) = (left.row.position ?? .min, right.row.position ?? .min)
            if near != far { return near > far }
            if left.row.elapsed != right.row.elapsed { return left.row.elapsed < right.row.elapsed }
            return left.row.id < right.row.id
        }
        for (_, row) in sorted {
            addStanding(row.runner, place: nil, run: row.id, time: row.result.time, gap: nil)
        }
    }

    /// A runner stands once, with what came first in the order.
    private mutating func addStanding(
        _ runner: RunnerID, place: Int?, run: RunID, time: TimeSpan?, gap: TimeSpan?
    ) {
        guard placedRunners.insert(runner).inserted else { return }
        standings.append(
            BoardStanding(
                runner: runner, order: standings.count + 1, place: place, run: run, time: time,
                gap: gap))
    }

    private var placedRunners: Set<RunnerID> = []
}
