import Journal
import SplitCore

/// What a runner has done on one track.
struct RunnerRecord: Sendable {
    var course: TrackCourse
    var runs: Int64

    /// The best run, where runs have a length.
    var best: BestRow?

    /// The best lap, where laps are measured.
    var bestLap: BestRow?

    /// The best segments of one lap together; nil while one of them has no time.
    var sumOfBest: Int64?

    /// The records of a runner, by the track's id.
    static func records(
        of runner: String, in history: History
    ) throws(JournalError) -> [RunnerRecord] {
        var records: [RunnerRecord] = []
        for (track, runs) in try history.tracks(ofRunner: runner) {
            guard let course = try history.track(track).flatMap({ TrackCourse($0) }) else {
                continue
            }
            let bests = try history.standingBests(ofRunner: runner, of: track)
            func best(_ measure: Measure?) -> BestRow? { measure.flatMap { bests[$0.description] } }
            records.append(
                RunnerRecord(
                    course: course, runs: runs, best: best(course.wholeRun(nil)),
                    bestLap: best(course.lap), sumOfBest: sum(of: bests, on: course)))
        }
        return records
    }

    /// As on the board: over the flying lap, else over the one from the gun.
    private static func sum(of bests: [String: BestRow], on course: TrackCourse) -> Int64? {
        func sum(beginningAtLine: Bool) -> Int64? {
            var sum: Int64 = 0
            for segment in course.segments(beginningAtLine: beginningAtLine) {
                guard let best = bests[segment.description] else { return nil }
                sum += best.value
            }
            return sum
        }
        if course.definition.laps != 1 { return sum(beginningAtLine: true) }
        let flying = course.definition.start == .line ? sum(beginningAtLine: true) : nil
        return flying ?? sum(beginningAtLine: false)
    }
}
