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
        courses = [:]
        var runs: [NamedRun] = []
        for room in rooms {
            courses[room.id.text] = room.state.definition.map {
                TrackCourse(id: room.id.text, definition: $0)
            }
            runs += room.state.runningRuns.compactMap { room.named($0, names: names) }
        }
        runs.removeAll { !filter.takes($0.run) }
        runs.sort { RunCursor(of: $1.run).precedes(RunCursor(of: $0.run)) }
        self.runs = Array(runs.prefix(filter.limit))
        if runs.count > filter.limit { next = self.runs.last.map { RunCursor(of: $0.run) } }
    }
}

extension RunFilter {
    /// Whether a run is among those that are asked for, but for its status.
    fileprivate func takes(_ run: RunRow) -> Bool {
        let cursor = RunCursor(of: run)
        return (track ?? run.track) == run.track && (runner ?? run.runner) == run.runner
            && cursor.at >= since ?? .min && before.map { cursor.precedes($0) } ?? true
    }
}

extension RunCursor {
    /// In the order of instants, then ids, then tracks.
    fileprivate func precedes(_ other: RunCursor) -> Bool {
        (at, id, track) < (other.at, other.id, other.track)
    }
}
