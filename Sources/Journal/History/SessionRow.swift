/// A session of a track. Its key is `track` and `id`.
public struct SessionRow: Equatable, Sendable {
    public var track: String
    public var id: String
    public var name: String

    /// `time`, `lap` or `race`.
    public var rank: String

    public var state: String

    /// Microseconds since 1970, UTC.
    public var startedAt: Int64?

    /// When the flag fell: microseconds since 1970, UTC.
    public var flagAt: Int64?

    /// Microseconds since 1970, UTC.
    public var closedAt: Int64?

    /// JSON, as UTF-8: limit, finish, ties, entries and the rest.
    public var definition: [UInt8]

    public init(
        track: String, id: String, name: String, rank: String, state: String,
        startedAt:
            Int64? = nil, flagAt: Int64? = nil, closedAt: Int64? = nil, definition: [UInt8]
    ) {
        self.track = track
        self.id = id
        self.name = name
        self.rank = rank
        self.state = state
        self.startedAt = startedAt
        self.flagAt = flagAt
        self.closedAt = closedAt
        self.definition = definition
    }
}

extension SessionRow {
    static let columns = """
        track, id, name, rank, state, started_at, flag_at, closed_at, definition
        """

    func bind(to parameters: inout Parameters) {
        parameters.bind(track)
        parameters.bind(id)
        parameters.bind(name)
        parameters.bind(rank)
        parameters.bind(state)
        parameters.bind(startedAt)
        parameters.bind(flagAt)
        parameters.bind(closedAt)
        parameters.bind(utf8: definition)
    }

    init(from columns: inout Columns) {
        track = columns.text()
        id = columns.text()
        name = columns.text()
        rank = columns.text()
        state = columns.text()
        startedAt = columns.optionalInteger()
        flagAt = columns.optionalInteger()
        closedAt = columns.optionalInteger()
        definition = columns.bytes()
    }
}
