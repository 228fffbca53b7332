/// The bests of everyone and of each runner within one scope: a track for all time, or a session.
struct Bests: Hashable, Sendable {
    private var everyone: [Measure: BestHistory] = [:]
    private var runners: [RunnerID: [Measure: BestHistory]] = [:]

    func chain(_ measure: Measure) -> Chain? { everyone[measure]?.chain }

    func chain(_ measure: Measure, of runner: RunnerID) -> Chain? {
        runners[runner]?[measure]?.chain
    }

    /// Adds a value. Adds the runs to `changed` in which a verdict or a standing best is another one
    /// now.
    mutating func insert(
        _ value: MeasuredValue, runner: RunnerID, run: RunID, changed: inout Set<RunID>
    ) {
        let link = value.link(runner: runner, run: run)
        everyone[value.measure, default: .init()].insert(link, changed: &changed)
        runners[runner, default: [:]][value.measure, default: .init()]
            .insert(link, changed: &changed)
    }

    /// Takes a value away that was added before. What is empty then is as if it had never been, so
    /// that equal bests are equal values.
    mutating func remove(
        _ value: MeasuredValue, runner: RunnerID, run: RunID, changed: inout Set<RunID>
    ) {
        let link = value.link(runner: runner, run: run)
        everyone[value.measure, default: .init()].remove(link, changed: &changed)
        if everyone[value.measure]!.isEmpty { everyone[value.measure] = nil }
        runners[runner, default: [:]][value.measure, default: .init()]
            .remove(link, changed: &changed)
        if runners[runner]![value.measure]!.isEmpty { runners[runner]![value.measure] = nil }
        if runners[runner]!.isEmpty { runners[runner] = nil }
    }

    var isEmpty: Bool { everyone.isEmpty }

    /// How a value compares with those before it.
    func judge(_ value: MeasuredValue, runner: RunnerID) -> Judgement {
        let key = ValueKey(at: value.at, value: value.value)
        let everyone = chain(value.measure) ?? .init()
        let own = chain(value.measure, of: runner) ?? .init()
        let ahead = everyone.best(before: key)
        let ownAhead = own.best(before: key)
        func isWithinDoubt(_ link: Chain.Link?) -> Bool {
            guard let link else { return false }
            return (link.key.value - key.value).magnitude <= value.uncertainty + link.uncertainty
        }
        if everyone.contains(key) {
            return Judgement(
                verdict: .overallBest, stands: everyone.best?.key == key,
                isClose: isWithinDoubt(ahead))
        }
        if own.contains(key) {
            return Judgement(
                verdict: .personalBest, stands: own.best?.key == key,
                isClose: isWithinDoubt(ahead) || isWithinDoubt(ownAhead))
        }
        return Judgement(verdict: .slower, stands: false, isClose: isWithinDoubt(ownAhead))
    }

    struct Judgement: Hashable, Sendable {
        var verdict: Verdict
        /// Whether it is still the best that it was.
        var stands: Bool
        /// Whether another verdict lies within the uncertainty.
        var isClose: Bool
    }
}

extension MeasuredValue {
    fileprivate func link(runner: RunnerID, run: RunID) -> Chain.Link {
        Chain.Link(
            key: ValueKey(at: at, value: value), uncertainty: uncertainty, runner: runner,
            run: run, lap: lap, pace: pace)
    }
}
