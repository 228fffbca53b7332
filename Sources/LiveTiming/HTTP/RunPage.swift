import Journal
import SplitCore

/// A page of a list of runs, newest first.
struct RunPage: Sendable {
    var runs: [NamedRun]
    var courses: [String: TrackCourse]

    /// Where the next page begins; nil after the last one.
    var next: RunCursor?

    init(_ filter: RunFilter, in history: History) throws(JournalError) {
        runs = try history.runs(filter)
        courses = try TrackCourse.courses(of: runs, in: history)
        guard runs.count == filter.limit, let last = runs.last else { return }
        var rest = filter
        rest.before = RunCursor(of: last.run)
        rest.limit = 1
        if try !history.runs(rest).isEmpty { next = rest.before }
    }

    /// Runs that are out: the history has none of them. The filter's status is theirs.
    init(outOn rooms: [Room], _ filter: RunFilter, names: RunnerRegistry) {
        let found = rooms.flatMap { room in
            room.state.runningRuns.filter { filter.takes($0, on: room.id) }.map {
                (room: room, run: $0, cursor: RunCursor(of: $0, on: room.id))
            }
        }.sorted { $1.cursor.precedes($0.cursor) }
        let page = found.prefix(filter.limit)
        runs = page.compactMap { $0.room.named($0.run.id, names: names) }
        courses = [:]
        for (room, _, _) in page where courses[room.id.text] == nil {
            courses[room.id.text] = room.state.definition.map {
                TrackCourse(id: room.id.text, definition: $0)
            }
        }
        next = found.count > page.count ? page.last?.cursor : nil
    }
}

extension RunFilter {
    /// Whether a run that is out is among those that are asked for.
    fileprivate func takes(_ run: RunningRun, on track: TrackID) -> Bool {
        let cursor = RunCursor(of: run, on: track)
        return (runner ?? run.runner.text) == run.runner.text && cursor.at >= since ?? .min
            && before.map { cursor.precedes($0) } ?? true
    }
}

extension RunCursor {
    fileprivate init(of run: RunningRun, on track: TrackID) {
        self.init(at: run.startedAt?.microseconds ?? 0, id: run.id.text, track: track.text)
    }

    /// In the order of instants, then ids, then tracks.
    fileprivate func precedes(_ other: RunCursor) -> Bool {
        (at, id, track) < (other.at, other.id, other.track)
    }
}
