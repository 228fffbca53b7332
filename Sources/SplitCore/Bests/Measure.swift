/// A thing that is timed again and again and so has a best.
///
/// A measure is named by its two ends, so it outlives a revision of the track that leaves both ends
/// where they are.
public enum Measure: Hashable, Sendable {
    /// Between two consecutive checkpoints; `from` nil is the start.
    case segment(from: CheckpointID?, to: CheckpointID)
    /// A lap; first laps are apart where the track says that they have another length.
    case lap(isFirst: Bool)
    /// From the start of the run to a checkpoint of a lap.
    case split(CheckpointID, lap: Int)
    /// A whole run of so many laps.
    case run(laps: Int)

    /// Whether its values are kept with their times on the way, which later runs are compared with.
    var hasPace: Bool {
        switch self {
        case .lap, .run: true
        case .segment, .split: false
        }
    }

    // One word, made of hashes that the ids have: bests are looked up by their measure all the time.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .segment(let from, let to):
            hasher.combine((from?.textHash ?? 0) &* 31 &+ to.textHash)
        case .lap(let isFirst): hasher.combine(isFirst)
        case .split(let checkpoint, let lap): hasher.combine(checkpoint.textHash &* 31 &+ lap)
        case .run(let laps): hasher.combine(laps)
        }
    }
}

/// A time that a run has set in a measure.
public struct MeasuredValue: Hashable, Sendable {
    public var measure: Measure
    /// Rounded for the track.
    public var value: TimeSpan
    /// When it was set: the instant of its end.
    public var at: Timestamp
    /// Of both ends together.
    public var uncertainty: TimeSpan
    /// The lap that it belongs to.
    public var lap: Int
    /// How a lap, or a run of one lap, came to its time; empty for every other measure.
    public var pace: [PacePoint] = []
}

/// The time from the beginning of a lap to a checkpoint of it: what others on their way are compared
/// with.
public struct PacePoint: Hashable, Sendable {
    public var checkpoint: CheckpointID
    public var time: TimeSpan

    public init(checkpoint: CheckpointID, time: TimeSpan) {
        self.checkpoint = checkpoint
        self.time = time
    }
}

/// The order in which values are compared: by instant; at one instant the smaller first.
public struct ValueKey: Hashable, Comparable, Sendable {
    public var at: Timestamp
    public var value: TimeSpan

    public init(at: Timestamp, value: TimeSpan) {
        self.at = at
        self.value = value
    }

    public static func < (left: ValueKey, right: ValueKey) -> Bool {
        left.at != right.at ? left.at < right.at : left.value < right.value
    }
}
