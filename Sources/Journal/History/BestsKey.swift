/// Which bests: those of one measure, for everyone or one runner, on a track or in a session of it.
public struct BestsKey: Hashable, Sendable {
    public var track: String

    /// A session's id; empty for all of the track.
    public var scope: String

    /// The runner whose bests they are, by id; empty for everyone's.
    public var runner: String

    /// What they are the times of, such as a lap or a segment. The journal only compares it.
    public var measure: String

    public init(track: String, scope: String = "", runner: String = "", measure: String) {
        self.track = track
        self.scope = scope
        self.runner = runner
        self.measure = measure
    }
}

extension BestsKey {
    static let columns = "track, scope, runner, measure"

    func bind(to parameters: inout Parameters) {
        parameters.bind(track)
        parameters.bind(scope)
        parameters.bind(runner)
        parameters.bind(measure)
    }

    init(from columns: inout Columns) {
        track = columns.text()
        scope = columns.text()
        runner = columns.text()
        measure = columns.text()
    }
}
