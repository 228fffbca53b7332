/// What decides the places of a session.
public enum Rank: String, CaseIterable, Sendable {
    /// The runner's runs by time: the best, the sum, the last or the average of them.
    case time
    /// The best lap.
    case lap
    /// The furthest point reached, then the time there.
    case race
}

/// Which of a runner's runs make the time that ranks, in a session ranked by time.
public enum CountedRuns: String, CaseIterable, Sendable {
    case best, sum, last, average
}

/// When a session's runs have done what they came for. A session without one ends by hand.
public enum Limit: Hashable, Sendable {
    case laps(Int)
    /// A time from the start, then so many laps more.
    case time(TimeSpan, plusLaps: Int)
}

/// Which passing ends a run once the limit is reached.
public enum Finish: String, CaseIterable, Sendable {
    /// Every run does its own laps or time.
    case each
    /// The flag falls for the leader; every other run ends at its next finish passing.
    case leader
    /// Only laps completed by the time count.
    case clock
}

/// What becomes of equal results.
public enum Ties: String, CaseIterable, Sendable {
    /// They share the place: 1, 2, 2, 4.
    case share
    /// The next best lap or run decides.
    case second
    /// Who set it first.
    case first
    /// Race control orders them; until then they share.
    case judge
}

/// Which clock ranks: from the gun, wave or slot, or from the runner's own passing of the line.
public enum RankingClock: String, CaseIterable, Sendable {
    case gun, net
}

/// A flag that race control shows. The finish flag ends the session's race.
public enum Flag: String, CaseIterable, Sendable {
    case green, yellow, red, finish
}

/// A named group of runs on a track: practice, heat, time trial, race.
public struct SessionDefinition: Hashable, Sendable {
    public var name: String
    public var rank: Rank
    public var counts: CountedRuns
    public var limit: Limit?
    public var finish: Finish
    public var ties: Ties
    /// Nil: the track's.
    public var scope: BestScope?
    public var clock: RankingClock

    public init(
        name: String, rank: Rank, counts: CountedRuns = .best, limit: Limit? = nil,
        finish: Finish = .each, ties: Ties = .share, scope: BestScope? = nil,
        clock: RankingClock = .gun
    ) {
        self.name = name
        self.rank = rank
        self.counts = counts
        self.limit = limit
        self.finish = finish
        self.ties = ties
        self.scope = scope
        self.clock = clock
    }
}

/// A change of a limit: another one, or none at all. Absent from an edit, the limit stays.
public enum LimitEdit: Hashable, Sendable {
    case none
    case to(Limit)
}

/// The fields of a session that an edit changes; nil leaves a field as it is.
public struct SessionEdit: Hashable, Sendable {
    public var name: String?
    public var rank: Rank?
    public var counts: CountedRuns?
    public var limit: LimitEdit?
    public var finish: Finish?
    public var ties: Ties?
    public var scope: BestScope?
    public var clock: RankingClock?
    /// A flag and the instant at which it was shown.
    public var flag: ShownFlag?

    public init(
        name: String? = nil, rank: Rank? = nil, counts: CountedRuns? = nil,
        limit: LimitEdit? = nil, finish: Finish? = nil, ties: Ties? = nil,
        scope: BestScope? = nil, clock: RankingClock? = nil, flag: ShownFlag? = nil
    ) {
        self.name = name
        self.rank = rank
        self.counts = counts
        self.limit = limit
        self.finish = finish
        self.ties = ties
        self.scope = scope
        self.clock = clock
        self.flag = flag
    }

    public var isEmpty: Bool { self == SessionEdit() }

    func apply(to definition: inout SessionDefinition) {
        if let name { definition.name = name }
        if let rank { definition.rank = rank }
        if let counts { definition.counts = counts }
        if let limit {
            definition.limit =
                switch limit {
                case .none: nil
                case .to(let limit): limit
                }
        }
        if let finish { definition.finish = finish }
        if let ties { definition.ties = ties }
        if let scope { definition.scope = scope }
        if let clock { definition.clock = clock }
    }
}

/// A flag, and when it was shown.
public struct ShownFlag: Hashable, Sendable {
    public var flag: Flag
    public var at: Timestamp

    public init(_ flag: Flag, at: Timestamp) {
        self.flag = flag
        self.at = at
    }
}

/// A runner in a session.
public struct Entry: Hashable, Sendable {
    public var runner: RunnerID
    /// Nil: the track's open session.
    public var session: SessionID?
    public var number: String?
    public var category: String?
    public var team: String?
    public var transponders: [String]

    public init(
        runner: RunnerID, session: SessionID? = nil, number: String? = nil,
        category: String? = nil, team: String? = nil, transponders: [String] = []
    ) {
        self.runner = runner
        self.session = session
        self.number = number
        self.category = category
        self.team = team
        self.transponders = transponders
    }
}
