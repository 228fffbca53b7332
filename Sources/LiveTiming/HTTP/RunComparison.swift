import Journal
import SplitCore
import TimingWire

/// What a run is compared with: the bests as they stood when it began, so that a look back says the
/// same however much faster others were since.
struct RunComparison: Sendable {
    /// A run or a lap that was the best.
    struct Best: Sendable {
        var row: BestRow
        var runnerName: String?
        var splits: [Split]
    }

    /// A passing of it; times count from the beginning of the run or of the lap.
    struct Split: Sendable {
        var checkpoint: String
        var lap: Int64
        var split: Int64?
        var segment: Int64?
    }

    var personalBest: Best?
    var overallBest: Best?
    var personalBestLap: Best?
    var overallBestLap: Best?

    /// Nothing to compare with.
    init() {}

    init(
        of run: RunRow, on course: TrackCourse, in history: History
    ) throws(JournalError) {
        guard let startedAt = run.startedAt else { return }
        let session = try history.session(run.session, of: run.track)
            .flatMap { SessionDefinition($0) }
        let isOfSession = (session?.scope ?? course.definition.scope) == .session
        func best(_ measure: Measure?, of runner: String) throws(JournalError) -> Best? {
            guard let measure else { return nil }
            let key = BestsKey(
                track: run.track, scope: isOfSession ? run.session : "", runner: runner,
                measure: measure.description)
            guard let row = try history.best(key, at: startedAt), row.run != run.id else {
                return nil
            }
            return Best(
                row: row, runnerName: try history.runner(row.holder)?.name,
                splits: try Self.splits(of: row, measure, track: run.track, in: history))
        }
        let whole = course.wholeRun(session)
        personalBest = try best(whole, of: run.runner)
        overallBest = try best(whole, of: "")
        personalBestLap = try best(course.lap, of: run.runner)
        overallBestLap = try best(course.lap, of: "")
    }

    private static func splits(
        of row: BestRow, _ measure: Measure, track: String, in history: History
    ) throws(JournalError) -> [Split] {
        if case .run = measure {
            let splits = try history.run(row.run, track: track)?.splits ?? []
            return splits.compactMap { split in
                guard split.state == "counted", let checkpoint = split.checkpoint else {
                    return nil
                }
                return Split(
                    checkpoint: checkpoint, lap: split.lap ?? 1, split: split.split,
                    segment: split.segment)
            }
        }
        // The way to it, which also a lap of a run that is still out has.
        var before: Int64 = 0
        return (PaceCodec.decode(row.pace) ?? []).map { point in
            let time = point.time.microseconds
            defer { before = time }
            return Split(
                checkpoint: point.checkpoint.text, lap: row.lap, split: time,
                segment: time - before)
        }
    }
}
