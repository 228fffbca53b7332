import Journal

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
}
