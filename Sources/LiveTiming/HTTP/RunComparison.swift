import Journal
import SplitCore
import TimingWire

/// What a run is compared with: the bests as they stood when it began, so that a look back says the
/// same however much faster others were since.
struct RunComparison: Sendable {
    /// A run or a lap that was the best.
    struct Best: Sendable {
        var run: String
        var runner: String
        var time: Int64
        var lap: Int64
        var runnerName: String?
        var splits: [Split] = []
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
        let scope = session?.scope ?? course.definition.scope
        func best(_ measure: Measure?, of runner: String?) throws(JournalError) -> Best? {
            guard let measure,
                var best = try Self.best(
                    measure, of: runner, session: scope == .session ? run.session : nil,
                    track: run.track, at: startedAt, in: history), best.run != run.id
            else { return nil }
            best.runnerName = try history.runner(best.runner)?.name
            return best
        }
        let whole = course.wholeRun(session)
        personalBest = try best(whole, of: run.runner)
        overallBest = try best(whole, of: nil)
        personalBestLap = try best(course.lap, of: run.runner)
        overallBestLap = try best(course.lap, of: nil)
    }

    /// The best at an instant. The bests of sessions that were made are not in a table of their own:
    /// they follow from the times of the session's runs.
    private static func best(
        _ measure: Measure, of runner: String?, session: String?, track: String, at instant: Int64,
        in history: History
    ) throws(JournalError) -> Best? {
        let name = measure.description
        if let session, session != TrackState.openSession.text {
            guard
                let row = try history.leastTime(
                    name, ofSession: session, runner: runner, of: track, at: instant)
            else { return nil }
            var best = Best(run: row.run, runner: row.runner, time: row.value, lap: row.lap)
            best.splits = try splits(of: best, measure, track: track, in: history)
            return best
        }
        let key = BestsKey(
            track: track, scope: session ?? "", runner: runner ?? "", measure: name)
        guard let row = try history.best(key, at: instant) else { return nil }
        var best = Best(run: row.run, runner: row.holder, time: row.value, lap: row.lap)
        best.splits = try splits(of: best, measure, track: track, in: history)
        // Of a run that is still out the tables have a best lap alone, with the way to it.
        if best.splits.isEmpty { best.splits = splits(of: row) }
        return best
    }

    /// The passings of a run, or of a lap since its beginning.
    private static func splits(
        of best: Best, _ measure: Measure, track: String, in history: History
    ) throws(JournalError) -> [Split] {
        let stored = try history.run(best.run, track: track)?.splits ?? []
        let counted = stored.filter { $0.state == "counted" }
        var beginning: Int64 = 0
        var isOfLap = false
        if case .lap = measure {
            let end = counted.last { $0.lap == best.lap && $0.lapTime != nil }
            guard let split = end?.split else { return [] }
            beginning = split - best.time
            isOfLap = true
        }
        return counted.compactMap { split in
            guard let checkpoint = split.checkpoint, !isOfLap || split.lap == best.lap else {
                return nil
            }
            return Split(
                checkpoint: checkpoint, lap: split.lap ?? 1,
                split: split.split.map { $0 - beginning }, segment: split.segment)
        }
    }

    private static func splits(of row: BestRow) -> [Split] {
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
