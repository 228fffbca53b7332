import Journal

/// A run with all that is known of it: what it is compared with, and what a person corrected.
struct RunReport: Sendable {
    var named: NamedRun
    var splits: [SplitRow]
    var course: TrackCourse?
    var comparison: RunComparison
    var corrections: [Correction]

    init(
        _ named: NamedRun, splits: [SplitRow], on course: TrackCourse?, in history: History
    ) throws(JournalError) {
        self.named = named
        self.splits = splits
        self.course = course
        comparison =
            if let course {
                try RunComparison(of: named.run, on: course, in: history)
            } else {
                RunComparison()
            }
        corrections = try Correction.corrections(
            of: named.run, splits: splits.map(\.id), in: history)
    }
}
