/// A track, as people may query it.
public struct TrackRow: Equatable, Sendable {
    public var id: String
    public var name: String

    /// Goes up when checkpoints are added, removed or reordered.
    public var revision: Int64

    /// Microseconds since 1970, UTC.
    public var createdAt: Int64

    /// JSON, as UTF-8: checkpoints, laps, rounding and the rest.
    public var definition: [UInt8]

    public init(
        id: String, name: String, revision: Int64 = 1, createdAt: Int64,
        definition:
            [UInt8]
    ) {
        self.id = id
        self.name = name
        self.revision = revision
        self.createdAt = createdAt
        self.definition = definition
    }
}

extension TrackRow {
    static let columns = "id, name, revision, created_at, definition"

    func bind(to parameters: inout Parameters) {
        parameters.bind(id)
        parameters.bind(name)
        parameters.bind(revision)
        parameters.bind(createdAt)
        parameters.bind(utf8: definition)
    }

    init(from columns: inout Columns) {
        id = columns.text()
        name = columns.text()
        revision = columns.integer()
        createdAt = columns.integer()
        definition = columns.bytes()
    }
}
