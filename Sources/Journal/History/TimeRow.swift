/// A time of an ended run that takes part in bests. Its key is all but `runner` and `session`.
public struct TimeRow: Hashable, Sendable {
    public var track: String
    public var run: String

    /// The run's runner, by id.
    public var runner: String

    public var session: String

    /// What it is the time of, such as a lap or a segment. The journal only compares it.
    public var measure: String

    /// When it was set: microseconds since 1970, UTC.
    public var at: Int64

    /// The time itself, in microseconds.
    public var value: Int64

    /// The lap that it was set in.
    public var lap: Int64

    public init(
        track: String, run: String, runner: String, session: String, measure: String, at: Int64,
        value: Int64, lap: Int64
    ) {
        self.track = track
        self.run = run
        self.runner = runner
        self.session = session
        self.measure = measure
        self.at = at
        self.value = value
        self.lap = lap
    }
}

extension TimeRow {
    static let columns = "track, run, runner, session, measure, at, value, lap"

    func bind(to parameters: inout Parameters) {
        parameters.bind(track)
        parameters.bind(run)
        parameters.bind(runner)
        parameters.bind(session)
        parameters.bind(measure)
        parameters.bind(at)
        parameters.bind(value)
        parameters.bind(lap)
    }

    init(from columns: inout Columns) {
        track = columns.text()
        run = columns.text()
        runner = columns.text()
        session = columns.text()
        measure = columns.text()
        at = columns.integer()
        value = columns.integer()
        lap = columns.integer()
    }
}
