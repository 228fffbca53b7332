/// A capture, with what people corrected already applied, as it is placed on a run's course.
struct PlaceableCapture: Hashable, Sendable {
    /// What a person has said of where a capture belongs.
    enum Fix: Hashable, Sendable {
        /// It counts, at the place that it comes to by itself.
        case counts
        /// It counts as this position's.
        case position(Int)
    }

    /// Which checkpoint a capture names.
    enum Line: Hashable, Sendable {
        case next
        case index(Int)
        /// One that the run's revision of the track does not have.
        case unknown
    }

    var at: Timestamp
    var uncertainty: TimeSpan
    var device: DeviceID?
    var line: Line
    var fix: Fix?

    /// Whether a person gave it a position.
    var isPlaced: Bool { if case .position = fix { true } else { false } }
}

/// One crossing of a checkpoint by a run, at the instant of the capture that counts.
struct Passing: Hashable, Sendable {
    var position: Int
    var at: Timestamp
    /// The index of the capture that counts.
    var capture: Int
}

/// Where each capture of a run belongs, before anything but the course's own last line ends the run.
struct Placement: Hashable, Sendable {
    /// In the order of positions and of instants.
    var passings: [Passing] = []
    /// A state for each capture.
    var states: [CaptureState]

    /// Places captures on a course.
    ///
    /// They are taken by instant, then id. One takes the next place after the last counted or, naming
    /// a checkpoint, that checkpoint's next place, if the minimum times of all segments between have
    /// gone by. Captures of one place from different devices within the merge window of the earliest
    /// are one passing, at the instant that is least uncertain. What a person placed is fixed, and
    /// the rest is taken around it.
    ///
    /// - Parameters:
    ///   - captures: sorted by instant, then id.
    ///   - start: the run's start; nil while it is not known.
    ///   - skipped: positions that a person said the run did not pass.
    init(
        of captures: [PlaceableCapture], start: Timestamp?, course: Course, skipped: Set<Int>,
        mergeWindow: TimeSpan
    ) {
        states = Array(repeating: .beforeStart, count: captures.count)
        guard let start else { return }
        let fixedAhead = Self.lowestFixedPosition(after: captures)
        var last = Passing(position: course.startPosition, at: start, capture: -1)

        passings.reserveCapacity(captures.count)
        // A capture that was taken with one before it has a state already.
        for (index, capture) in captures.enumerated()
        where states[index] == .beforeStart && capture.at >= start {
            if last.position == course.lastPosition {
                states[index] = .afterFinish
                continue
            }
            guard
                let position = Self.place(
                    of: capture, after: last.position, course: course, skipped: skipped)
            else {
                states[index] = Self.reason(capture, last: last, course: course)
                continue
            }
            let others = Self.others(
                of: position, with: index, captures: captures, states: states, course: course,
                mergeWindow: mergeWindow)
            let counting = Self.counting(index, others, captures)
            let isFixed = captures[counting].fix != nil
            // A place that a person gave to a later capture is not free for an earlier one.
            let isFree = isFixed || fixedAhead?[index].map { position < $0 } ?? true
            let inTime =
                isFixed
                || captures[counting].at - last.at
                    >= course.minimum(from: last.position, to: position)
            guard isFree, inTime else {
                states[index] = Self.reason(capture, last: last, course: course)
                continue
            }
            states[index] = .duplicate
            for other in others { states[other] = .duplicate }
            states[counting] = .counted
            last = Passing(position: position, at: captures[counting].at, capture: counting)
            passings.append(last)
        }
    }

    /// The place that a capture comes to, or nil where the course has none for it.
    private static func place(
        of capture: PlaceableCapture, after last: Int, course: Course, skipped: Set<Int>
    ) -> Int? {
        if case .position(let position) = capture.fix { return position > last ? position : nil }
        var position: Int
        switch capture.line {
        case .unknown: return nil
        case .next:
            position = last + 1
            while skipped.contains(position) { position += 1 }
        case .index(let index):
            position = course.next(index: index, after: last)
            while skipped.contains(position) {
                position = course.next(index: index, after: position)
            }
        }
        if let end = course.lastPosition, position > end { return nil }
        return position
    }

    /// The later captures that are one passing with the first: of the same place, each from another
    /// device, within the window.
    private static func others(
        of position: Int, with first: Int, captures: [PlaceableCapture], states: [CaptureState],
        course: Course, mergeWindow: TimeSpan
    ) -> [Int] {
        var others: [Int] = []
        let end = captures[first].at + mergeWindow
        for index in captures.indices.dropFirst(first + 1) {
            let candidate = captures[index]
            if candidate.at > end { break }
            guard states[index] == .beforeStart, captures[first].device != candidate.device,
                !others.contains(where: { captures[$0].device == candidate.device })
            else { continue }
            let belongs =
                switch (candidate.fix, candidate.line) {
                case (.position(let fixed), _): fixed == position
                case (_, .next): true
                case (_, .index(let line)): line == course.index(at: position)
                case (_, .unknown): false
                }
            if belongs { others.append(index) }
        }
        return others
    }

    /// What a person placed, else the least uncertain, then the earlier, then the smaller id.
    private static func counting(
        _ first: Int, _ others: [Int], _ captures: [PlaceableCapture]
    ) -> Int {
        func key(_ index: Int) -> (Int, TimeSpan, Int) {
            (captures[index].fix == nil ? 1 : 0, captures[index].uncertainty, index)
        }
        return others.reduce(first) { key($1) < key($0) ? $1 : $0 }
    }

    private static func reason(
        _ capture: PlaceableCapture, last: Passing, course: Course
    ) -> CaptureState {
        switch (capture.fix, capture.line) {
        case (.position, _), (_, .unknown): .outOfOrder
        case (_, .next): .tooSoon
        case (_, .index(let index)):
            last.position >= 0 && last.capture >= 0 && index == course.index(at: last.position)
                ? .tooSoon : .outOfOrder
        }
    }

    /// For each capture, the lowest position that a person gave to one behind it; nil where none has one.
    private static func lowestFixedPosition(after captures: [PlaceableCapture]) -> [Int?]? {
        guard captures.contains(where: { $0.isPlaced }) else { return nil }
        var lowest: Int?
        var answer = [Int?](repeating: nil, count: captures.count)
        for index in captures.indices.reversed() {
            answer[index] = lowest
            if case .position(let position) = captures[index].fix {
                lowest = min(lowest ?? position, position)
            }
        }
        return answer
    }
}
