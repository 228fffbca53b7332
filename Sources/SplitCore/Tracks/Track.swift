/// The definition of a line that splits are taken at. The last one of a lap is its finish line.
public struct Checkpoint: Hashable, Sendable {
    public var id: CheckpointID
    public var name: String
    /// The least time that the segment ending here can take. A capture that comes sooner is set
    /// aside; 5 s unless the track says otherwise.
    public var minimumSegment: TimeSpan

    public static let defaultMinimumSegment = TimeSpan.seconds(5)

    public init(
        id: CheckpointID, name: String, minimumSegment: TimeSpan = Self.defaultMinimumSegment
    ) {
        self.id = id
        self.name = name
        self.minimumSegment = minimumSegment
    }
}

/// The course that is timed, as an organiser defines it.
public struct TrackDefinition: Hashable, Sendable {
    /// Where lap 1 begins: at the gun, or at the runner's first passing of the finish line.
    public enum Start: String, CaseIterable, Sendable {
        case gun, line
    }

    /// Whether a first lap is compared with every lap, or has another length and is compared with
    /// first laps only.
    public enum FirstLap: String, CaseIterable, Sendable {
        case same, own
    }

    public var name: String
    /// In the order in which a lap passes them; at least one, ids unique.
    public var checkpoints: [Checkpoint]
    /// Laps of a run; 0 is open-ended.
    public var laps: Int
    public var start: Start
    public var firstLap: FirstLap
    /// How the track's open session ranks.
    public var rank: Rank
    public var rounding: Rounding
    /// What bests are over, where a session does not say.
    public var scope: BestScope

    public init(
        name: String, checkpoints: [Checkpoint], laps: Int = 1, start: Start = .gun,
        firstLap: FirstLap = .same, rank: Rank? = nil, rounding: Rounding = .motorsport,
        scope: BestScope = .track
    ) {
        self.name = name
        self.checkpoints = checkpoints
        self.laps = laps
        self.start = start
        self.firstLap = firstLap
        self.rank = rank ?? (laps == 1 ? .time : .race)
        self.rounding = rounding
        self.scope = scope
    }
}

/// What bests are compared over: all runs of the track, or those of the session.
public enum BestScope: String, CaseIterable, Sendable {
    case track, session
}

/// The fields of a track that an edit changes; nil leaves a field as it is.
public struct TrackEdit: Hashable, Sendable {
    public var name: String?
    public var checkpoints: [Checkpoint]?
    public var laps: Int?
    public var start: TrackDefinition.Start?
    public var firstLap: TrackDefinition.FirstLap?
    public var rank: Rank?
    public var rounding: Rounding?
    public var scope: BestScope?

    public init(
        name: String? = nil, checkpoints: [Checkpoint]? = nil, laps: Int? = nil,
        start: TrackDefinition.Start? = nil, firstLap: TrackDefinition.FirstLap? = nil,
        rank: Rank? = nil, rounding: Rounding? = nil, scope: BestScope? = nil
    ) {
        self.name = name
        self.checkpoints = checkpoints
        self.laps = laps
        self.start = start
        self.firstLap = firstLap
        self.rank = rank
        self.rounding = rounding
        self.scope = scope
    }

    public var isEmpty: Bool { self == TrackEdit() }

    func applied(to definition: TrackDefinition) -> TrackDefinition {
        TrackDefinition(
            name: name ?? definition.name,
            checkpoints: checkpoints ?? definition.checkpoints,
            laps: laps ?? definition.laps,
            start: start ?? definition.start,
            firstLap: firstLap ?? definition.firstLap,
            rank: rank ?? definition.rank,
            rounding: rounding ?? definition.rounding,
            scope: scope ?? definition.scope)
    }

    /// Whether it changes what things are called and nothing that is timed.
    func isOnlyNames(over definition: TrackDefinition) -> Bool {
        var renamed = definition
        let new = applied(to: definition)
        renamed.name = new.name
        guard rank == nil, new.checkpoints.count == renamed.checkpoints.count else {
            return false
        }
        for index in renamed.checkpoints.indices {
            renamed.checkpoints[index].name = new.checkpoints[index].name
        }
        return renamed == new
    }
}
