/// A better offset of a device's clock, found after it had captured: what it took in a span of time
/// happened so much later, or earlier, than it said.
///
/// It holds for captures that come in later too. What a person placed stands where it was placed.
public struct ClockShift: Hashable, Sendable {
    public var device: DeviceID
    /// Of the instants as the device gave them, both ends included.
    public var span: ClosedRange<Timestamp>
    /// What is added to them; shifts of one capture add up.
    public var by: TimeSpan
    /// How uncertain the device's clock is with the new offset; nil leaves what the captures say.
    public var uncertainty: TimeSpan?

    /// The most that shifts can move a capture either way, one or all together: a year.
    public static let greatest = TimeSpan.seconds(366 * 86_400)

    public init(
        device: DeviceID, span: ClosedRange<Timestamp>, by: TimeSpan, uncertainty: TimeSpan? = nil
    ) {
        self.device = device
        self.span = span
        self.by = by
        self.uncertainty = uncertainty
    }

    /// Whether it is about what a device captured at an instant that it gave.
    public func covers(_ device: DeviceID?, at instant: Timestamp) -> Bool {
        device == self.device && span.contains(instant)
    }
}

/// What all shifts together say of a capture's clock.
struct ClockCorrection: Hashable, Sendable {
    var by = TimeSpan.zero
    var uncertainty: TimeSpan?

    var isNone: Bool { self == ClockCorrection() }
}

extension TrackState {
    /// What is known better of a device's clock at an instant that it gave.
    func clock(of device: DeviceID?, at instant: Timestamp) -> ClockCorrection {
        guard let device, let shifts = shifts[device] else { return ClockCorrection() }
        return shifts.reduce(into: ClockCorrection()) { correction, shift in
            guard shift.span.contains(instant) else { return }
            correction.by += shift.by
            correction.uncertainty = shift.uncertainty ?? correction.uncertainty
        }
    }

    /// An instant that a device gave, as its clock is known now.
    func corrected(_ instant: Timestamp, of device: DeviceID?) -> Timestamp {
        instant + clock(of: device, at: instant).by
    }

    /// Takes in what was found out about a device's clock.
    mutating func shift(_ shift: ClockShift) {
        let touched = shifted(by: shift)
        shifts[shift.device, default: []].append(shift)
        for id in touched.splits {
            let capture = captures[id]!.capture
            let clock = clock(of: capture.device, at: capture.at)
            correct(split: id) { $0.clock = clock }
        }
        for id in touched.starts { restart(runsOf: id) }
        for id in touched.runs { reindex(id) }
    }

    /// The captures in memory that a shift is about.
    func shifted(by shift: ClockShift) -> ShiftedCaptures {
        var touched = ShiftedCaptures()
        for (id, record) in captures
        where shift.covers(record.capture.device, at: record.capture.at) {
            touched.splits.append(id)
            touched.note(record.capture.at, clock(of: shift.device, at: record.capture.at))
        }
        for (id, start) in starts where shift.covers(start.device, at: start.at) {
            touched.starts.append(id)
            touched.note(start.at, clock(of: shift.device, at: start.at))
        }
        for (id, run) in runs {
            let begun = run.capture.origin.instant.map { (run.capture.device, $0) }
            let ended = run.finishes.map { ($0.device, $0.at) }
            for (device, at) in [begun].compactMap({ $0 }) + ended
            where shift.covers(device, at: at) {
                if touched.runs.last != id { touched.runs.append(id) }
                touched.note(at, clock(of: shift.device, at: at))
            }
        }
        for finish in earlyFinishes.values.joined()
        where shift.covers(finish.device, at: finish.at) {
            touched.note(finish.at, clock(of: shift.device, at: finish.at))
        }
        return touched
    }
}

/// Captures that a shift is about.
struct ShiftedCaptures {
    var splits: [CaptureID] = []
    var starts: [StartID] = []
    /// Runs whose own start, or whose end, was captured so.
    var runs: [RunID] = []
    /// The latest instant of any of them, as its clock was known before; nil where there is none.
    private(set) var latest: Timestamp?
    /// By how much they are shifted already.
    private(set) var shifts: ClosedRange<TimeSpan> = .zero...(.zero)

    fileprivate mutating func note(_ instant: Timestamp, _ clock: ClockCorrection) {
        latest = max(latest ?? instant + clock.by, instant + clock.by)
        shifts = min(shifts.lowerBound, clock.by)...max(shifts.upperBound, clock.by)
    }
}
