/// One run, with the figures that the board showed. Its key is `track` and `id`.
///
/// Instants are microseconds since 1970, UTC; spans are microseconds.
public struct RunRow: Equatable, Sendable {
    public var track: String
    public var id: String
    public var session: String

    /// The runner's id; the name is kept once, in `runners`.
    public var runner: String

    public var number: String?
    public var category: String?
    public var team: String?

    /// The revision of the track that it was run on.
    public var revision: Int64

    public var status: String
    public var startedAt: Int64?
    public var finishedAt: Int64?

    /// The official time: elapsed plus penalties, rounded as the track says.
    public var time: Int64?

    /// Laps completed.
    public var laps: Int64

    public var bestLap: Int64?
    public var place: Int64?

    /// Of the official time.
    public var verdict: String?

    /// A person corrected it.
    public var corrected: Bool

    /// A person took it out of the results; it is kept.
    public var voided: Bool

    /// The start that it shares with others, by its id.
    public var start: String?

    /// The session that it names, while there is no such session.
    public var namedSession: String?

    /// The greatest instant of anything that is known of it.
    public var lastAt: Int64

    /// JSON, as UTF-8: what has no column.
    public var detail: [UInt8]?

    public init(
        track: String, id: String, session: String, runner: String,
        number: String? =
            nil, category: String? = nil, team: String? = nil, revision: Int64 = 1,
        status:
            String, startedAt: Int64? = nil, finishedAt: Int64? = nil, time: Int64? = nil,
        laps: Int64 = 0, bestLap: Int64? = nil, place: Int64? = nil,
        verdict: String? =
            nil, corrected: Bool = false, voided: Bool = false, start: String? = nil,
        namedSession: String? = nil, lastAt: Int64 = 0, detail: [UInt8]? = nil
    ) {
        self.track = track
        self.id = id
        self.session = session
        self.runner = runner
        self.number = number
        self.category = category
        self.team = team
        self.revision = revision
        self.status = status
        self.startedAt = startedAt
        self.finishedAt = finishedAt
        self.time = time
        self.laps = laps
        self.bestLap = bestLap
        self.place = place
        self.verdict = verdict
        self.corrected = corrected
        self.voided = voided
        self.start = start
        self.namedSession = namedSession
        self.lastAt = lastAt
        self.detail = detail
    }
}

extension RunRow {
    static let columns = """
        track, id, session, runner, number, category, team, revision, status, started_at, \
        finished_at, time, laps, best_lap, place, verdict, corrected, voided, start, \
        named_session, last_at, detail
        """

    func bind(to parameters: inout Parameters) {
        parameters.bind(track)
        parameters.bind(id)
        parameters.bind(session)
        parameters.bind(runner)
        parameters.bind(number)
        parameters.bind(category)
        parameters.bind(team)
        parameters.bind(revision)
        parameters.bind(status)
        parameters.bind(startedAt)
        parameters.bind(finishedAt)
        parameters.bind(time)
        parameters.bind(laps)
        parameters.bind(bestLap)
        parameters.bind(place)
        parameters.bind(verdict)
        parameters.bind(corrected)
        parameters.bind(voided)
        parameters.bind(start)
        parameters.bind(namedSession)
        parameters.bind(lastAt)
        parameters.bind(utf8: detail)
    }

    init(from columns: inout Columns) {
        track = columns.text()
        id = columns.text()
        session = columns.text()
        runner = columns.text()
        number = columns.optionalText()
        category = columns.optionalText()
        team = columns.optionalText()
        revision = columns.integer()
        status = columns.text()
        startedAt = columns.optionalInteger()
        finishedAt = columns.optionalInteger()
        time = columns.optionalInteger()
        laps = columns.integer()
        bestLap = columns.optionalInteger()
        place = columns.optionalInteger()
        verdict = columns.optionalText()
        corrected = columns.bool()
        voided = columns.bool()
        start = columns.optionalText()
        namedSession = columns.optionalText()
        lastAt = columns.integer()
        detail = columns.optionalBytes()
    }
}
