/// Which runs to list, newest first.
public struct RunFilter: Equatable, Sendable {
    /// The most runs in one answer.
    public static let maximumLimit = 500

    public var track: String?
    public var runner: String?
    public var status: String?

    /// Only runs whose instant in the list is this one or later: microseconds since 1970, UTC.
    public var since: Int64?

    /// Only runs before this one in the list: `RunCursor(of:)` the last run of the page before.
    public var before: RunCursor?

    /// Taken as 1 to `maximumLimit`.
    public var limit: Int

    public init(
        track: String? = nil, runner: String? = nil, status: String? = nil,
        since: Int64? = nil, before: RunCursor? = nil, limit: Int = 50
    ) {
        self.track = track
        self.runner = runner
        self.status = status
        self.since = since
        self.before = before
        self.limit = limit
    }
}

/// A place in the list of runs, which are in the order of their instants, then ids, then tracks.
public struct RunCursor: Equatable, Sendable {
    /// When the run finished or, before that, started: microseconds since 1970, UTC. 0 without either.
    public var at: Int64

    /// The run; empty stands before all runs at `at`.
    public var id: String

    public var track: String

    public init(at: Int64, id: String = "", track: String = "") {
        self.at = at
        self.id = id
        self.track = track
    }

    public init(of run: RunRow) {
        self.init(at: run.finishedAt ?? run.startedAt ?? 0, id: run.id, track: run.track)
    }
}

/// A run with the names that its ids stand for; `nil` where the history has none.
public struct NamedRun: Equatable, Sendable {
    public var run: RunRow
    public var runnerName: String?
    public var trackName: String?
    public var sessionName: String?

    public init(run: RunRow, runnerName: String?, trackName: String?, sessionName: String?) {
        self.run = run
        self.runnerName = runnerName
        self.trackName = trackName
        self.sessionName = sessionName
    }
}

/// A run with its names and its splits, in the order of their instants.
public struct RunWithSplits: Equatable, Sendable {
    public var named: NamedRun
    public var splits: [SplitRow]

    public var run: RunRow { named.run }
}
