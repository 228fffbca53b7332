/// The lines that a run passes, one after the other, numbered by *position*.
///
/// Position `p ≥ 1` is checkpoint `(p − 1) mod k` of lap `(p − 1) / k + 1`, on a track of `k`
/// checkpoints. Position 0 is where lap 1 begins: the gun, or the runner's own passing of the finish
/// line (lap 0) before which the gun stands at −1.
struct Course: Hashable, Sendable {
    let checkpoints: [Checkpoint]
    /// Laps of a run; 0 is open-ended.
    let laps: Int
    let start: TrackDefinition.Start
    let firstLap: TrackDefinition.FirstLap

    /// More laps than anyone has run; a number beyond it is a mistake.
    static let mostLaps = 100_000
    static let mostCheckpoints = 1_000

    init(_ definition: TrackDefinition) {
        checkpoints = definition.checkpoints
        laps = definition.laps
        start = definition.start
        firstLap = definition.firstLap
    }

    /// Where every run stands at the gun.
    var startPosition: Int { start == .gun ? 0 : -1 }

    /// The position that ends a run; nil where runs are open-ended.
    var lastPosition: Int? { laps == 0 ? nil : laps * checkpoints.count }

    /// Whether laps are measured: on a track of a single lap the lap is the run.
    var hasLaps: Bool { laps != 1 }

    func lap(at position: Int) -> Int {
        position <= 0 ? 0 : (position - 1) / checkpoints.count + 1
    }

    /// The index of the checkpoint at a position; the finish line's for position 0.
    func index(at position: Int) -> Int {
        position <= 0 ? checkpoints.count - 1 : (position - 1) % checkpoints.count
    }

    func checkpoint(at position: Int) -> CheckpointID { checkpoints[index(at: position)].id }

    func isFinishLine(_ position: Int) -> Bool { position % checkpoints.count == 0 }

    /// The position at which a lap ends; that of lap 0 is where lap 1 begins.
    func finishPosition(ofLap lap: Int) -> Int { lap * checkpoints.count }

    func index(of checkpoint: CheckpointID) -> Int? {
        checkpoints.firstIndex { $0.id == checkpoint }
    }

    /// The first position after `position` that lies at the checkpoint.
    func next(index: Int, after position: Int) -> Int {
        if position < 0 { return index == checkpoints.count - 1 ? 0 : index + 1 }
        let ahead = (index + 1 - position) % checkpoints.count
        return position + (ahead <= 0 ? ahead + checkpoints.count : ahead)
    }

    /// The position of a checkpoint in a lap; nil where that lap does not pass it.
    func position(of checkpoint: CheckpointID, lap: Int) -> Int? {
        guard let index = index(of: checkpoint), lap >= 0 else { return nil }
        if lap == 0 {
            return start == .line && index == checkpoints.count - 1 ? 0 : nil
        }
        if laps > 0, lap > laps { return nil }
        return (lap - 1) * checkpoints.count + index + 1
    }

    /// The least time from one position to a later one: the sum of the segments' minimums. From the
    /// gun to the line there is none.
    func minimum(from: Int, to: Int) -> TimeSpan {
        let first = max(from, 0)
        guard to > first else { return .zero }
        let (rounds, rest) = (to - first).quotientAndRemainder(dividingBy: checkpoints.count)
        var sum = TimeSpan.zero
        if rounds > 0 {
            let lap = checkpoints.reduce(Int64(0)) { $0 + $1.minimumSegment.microseconds }
            sum = .init(microseconds: lap * Int64(rounds))
        }
        for position in (to - rest)..<to {
            sum += checkpoints[index(at: position + 1)].minimumSegment
        }
        return sum
    }
}

/// A track's course from an instant on.
struct Revision: Hashable, Sendable {
    /// From 1.
    let number: Int
    /// Runs that start at this instant or later have this revision. The first is in force for all
    /// that came before it too.
    let from: Timestamp
    let course: Course
}
