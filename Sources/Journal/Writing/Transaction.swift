/// What is written together or not at all: events with their commands, and the rows of the history
/// that follow from them. Written in the order of the properties.
public struct Transaction: Sendable {
    /// Logs that begin or that go on under a new epoch. Each `seq` is where that log stands now.
    public var heads: [LogHead]

    /// Each continues its track's log: its `seq` is the last one plus 1.
    public var events: [EventRow]

    public var commands: [CommandRow]

    public var changes: [TableChange]

    /// Entries of `meta` to set, or to take away where the value is `nil`.
    public var meta: [MetaChange]

    public init(
        heads: [LogHead] = [], events: [EventRow] = [], commands: [CommandRow] = [],
        changes: [TableChange] = [], meta: [MetaChange] = []
    ) {
        self.heads = heads
        self.events = events
        self.commands = commands
        self.changes = changes
        self.meta = meta
    }
}

/// One change of the history's tables. None fails because a row is there already or is missing.
public enum TableChange: Equatable, Sendable {
    case putTrack(TrackRow)
    case deleteTrack(id: String)
    case putSession(SessionRow)
    case deleteSession(track: String, id: String)

    /// The runner with exactly these aliases.
    case putRunner(RunnerRow)
    case deleteRunner(id: String)

    /// The run with exactly these splits and times. Each split becomes this run's, also if it was
    /// another's before.
    case putRun(RunRow, splits: [SplitRow], times: [TimeRow] = [])

    /// The run, its splits and its times.
    case deleteRun(track: String, id: String)

    /// One split, such as one that belongs to no run yet.
    case putSplit(SplitRow)
    case deleteSplit(track: String, id: String)

    /// Exactly these bests under this key; none takes the key away.
    case putBests(BestsKey, [BestRow])

    /// A run that `runs` does not have yet or, with a split, what belongs to such a run.
    case putActive(track: String, run: String, split: String?)

    /// The one row that `putActive` with the same values makes.
    case deleteActive(track: String, run: String, split: String?)

    /// The run and all that belongs to it.
    case deleteActiveRun(track: String, run: String)

    /// All rows of the history, to compute them anew. The logs, commands and `meta` stay.
    case clear
}

/// An entry of `meta`: small facts about this server and its file.
public struct MetaChange: Equatable, Sendable {
    public var key: String

    /// `nil` takes the entry away.
    public var value: String?

    public init(key: String, value: String?) {
        self.key = key
        self.value = value
    }
}
