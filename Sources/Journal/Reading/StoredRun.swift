/// What is needed of a stored run to find it and its company again.
public struct StoredRun: Hashable, Sendable {
    public var id: String
    public var session: String

    public init(id: String, session: String) {
        self.id = id
        self.session = session
    }
}

extension StoredRun {
    static let columns = "runs.id, runs.session"

    init(from columns: inout Columns) {
        id = columns.text()
        session = columns.text()
    }
}
