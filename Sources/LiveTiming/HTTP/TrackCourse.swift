import Journal
import SplitCore
import TimingWire

/// What a reader of a run has to know of its track: how its times are rounded, how many laps there
/// are, what its lines are called.
struct TrackCourse: Sendable {
    let id: String
    let definition: TrackDefinition

    init(id: String, definition: TrackDefinition) {
        self.id = id
        self.definition = definition
    }

    /// Nil where the row cannot be read, which a later version may have written.
    init?(_ row: TrackRow) {
        let body = LogBody(type: "trackCreated", version: EventCodec.version, body: row.definition)
        guard case .trackCreated(let definition)? = try? EventCodec.decode(body).event else {
            return nil
        }
        self.init(id: row.id, definition: definition)
    }

    /// The courses of the tracks that some runs are on.
    static func courses(
        of runs: [NamedRun], in history: History
    ) throws(JournalError) -> [String: TrackCourse] {
        var courses: [String: TrackCourse] = [:]
        for track in Set(runs.map(\.run.track)) {
            courses[track] = try history.track(track).flatMap { TrackCourse($0) }
        }
        return courses
    }

    /// What the best of a session is the best of: a run, where runs have a length.
    func wholeRun(_ session: SessionDefinition?) -> Measure? {
        if definition.laps > 0 { return .run(laps: definition.laps) }
        if case .laps(let laps)? = session?.limit { return .run(laps: laps) }
        return nil
    }

    /// A lap, where laps are measured: on a track of a single one the lap is the run.
    var lap: Measure? { definition.laps == 1 ? nil : .lap(isFirst: false) }

    /// The segments of one lap, as `sumOfBest` adds them up: of a flying one where there are such.
    func segments(beginningAtLine: Bool) -> [Measure] {
        let lines = definition.checkpoints.map(\.id)
        let first = Measure.segment(from: beginningAtLine ? lines.last : nil, to: lines[0])
        return [first] + zip(lines, lines.dropFirst()).map { .segment(from: $0, to: $1) }
    }
}

extension SessionDefinition {
    /// Nil where the row cannot be read, which a later version may have written.
    init?(_ row: SessionRow) {
        let body = LogBody(
            type: "sessionCreated", version: EventCodec.version, body: row.definition)
        guard case .sessionCreated(_, let definition)? = try? EventCodec.decode(body).event else {
            return nil
        }
        self = definition
    }
}
