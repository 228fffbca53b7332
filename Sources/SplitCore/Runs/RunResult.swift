/// What follows from a run's placement and its end: times, laps, and the values that bests are made of.
struct RunResult: Hashable, Sendable {
    var status = Status.ready
    var finishedAt: Timestamp?
    /// Elapsed from the ranking clock's zero to the finish, with adjustments, rounded once.
    var time: TimeSpan?
    /// One for each capture of the run, by instant, then id.
    var splits: [SplitResult] = []
    /// The splits that count, in the order of their positions: indices into `splits`.
    var counted: [Int] = []
    /// The split at which the run stands among others: an index into `splits`.
    var classified: Int?
    /// Whether the run was still out when the session closed or its time was up.
    var isByClose = false
    /// The values that take part in bests.
    var values: [MeasuredValue] = []
    /// The value of the whole run, where runs of its kind are compared.
    var run: MeasuredValue?

    /// Completed laps as of a counted split.
    func laps(through index: Int?, course: Course) -> Int {
        guard let index, let position = splits[index].position else { return 0 }
        return course.isFinishLine(position)
            ? course.lap(at: position) : course.lap(at: position) - 1
    }

    /// The last split that counts.
    var last: SplitResult? { counted.last.map { splits[$0] } }

    /// Completed laps within so much time since the zero of the run's clock.
    func laps(within elapsed: TimeSpan, course: Course) -> Int {
        let after = counted.lowerBound { splits[$0].split ?? .zero <= elapsed }
        return after == 0 ? 0 : max(0, laps(through: counted[after - 1], course: course))
    }

    /// The lap times of the run, in order.
    var lapTimes: [SplitResult.MeasuredTime] { counted.compactMap { splits[$0].lap } }

    /// The split that counts at a position.
    func split(at position: Int) -> SplitResult? { index(at: position).map { splits[$0] } }

    /// The time of the split that counts at a position, without a copy of the rest of it.
    func time(at position: Int) -> TimeSpan? { index(at: position).flatMap { splits[$0].split } }

    /// The index in `splits` of the one that counts at a position.
    func index(at position: Int) -> Int? {
        let index = counted.lowerBound { splits[$0].position ?? .min < position }
        guard index < counted.endIndex, splits[counted[index]].position == position else {
            return nil
        }
        return counted[index]
    }
}

/// A capture of a run, with what follows from where it was placed.
struct SplitResult: Hashable, Sendable {
    var capture: CaptureID
    var at: Timestamp
    /// The clock's part and the method's.
    var uncertainty: TimeSpan
    var state: CaptureState
    var isCorrected: Bool
    /// Nil unless it counts.
    var position: Int?
    /// Since the ranking clock's zero, rounded for the track.
    var split: TimeSpan?
    var segment: MeasuredTime?
    var lap: MeasuredTime?
    /// The cumulative split as a value, where it is compared.
    var cumulative: MeasuredValue?

    /// A time, and the value that it is compared as; no value where it is not compared.
    struct MeasuredTime: Hashable, Sendable {
        var time: TimeSpan
        var value: MeasuredValue?
    }
}
