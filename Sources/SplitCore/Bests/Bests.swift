/// The bests of everyone and of each runner within one scope: a track for all time, or a session.
struct Bests: Hashable, Sendable {
    private var overall: [Measure: Chain] = [:]
    private var runners: [RunnerID: [Measure: Chain]] = [:]
    private var values: [Measure: ValueIndex] = [:]

    func chain(_ measure: Measure) -> Chain? { overall[measure] }

    func chain(_ measure: Measure, of runner: RunnerID) -> Chain? { runners[runner]?[measure] }

    /// Adds a value. Answers the runs in which a verdict or a standing best is another one now.
    mutating func insert(
        _ value: MeasuredValue, runner: RunnerID, run: RunID, changed: inout Set<RunID>
    ) {
        let link = value.link(runner: runner, run: run)
        values[value.measure, default: .init()].insert(link)
        let keys =
            overall[value.measure, default: .init()].insert(link)
            + runners[runner, default: [:]][value.measure, default: .init()].insert(link)
        note(keys, of: value.measure, in: &changed)
    }

    /// Takes a value away that was added before.
    mutating func remove(
        _ value: MeasuredValue, runner: RunnerID, run: RunID, changed: inout Set<RunID>
    ) {
        let link = value.link(runner: runner, run: run)
        values[value.measure, default: .init()].remove(link)
        let older = values[value.measure, default: .init()]
        let keys =
            overall[value.measure, default: .init()].remove(link.key, older: older, of: nil)
            + runners[runner, default: [:]][value.measure, default: .init()]
            .remove(link.key, older: older, of: runner)
        note(keys, of: value.measure, in: &changed)
        // What is empty is as if it had never been, so that equal bests are equal values.
        if older.isEmpty {
            values[value.measure] = nil
            overall[value.measure] = nil
        }
        if runners[runner]?[value.measure]?.isEmpty ?? false {
            runners[runner]?[value.measure] = nil
            if runners[runner]?.isEmpty ?? false { runners[runner] = nil }
        }
    }

    private func note(_ keys: [ValueKey], of measure: Measure, in changed: inout Set<RunID>) {
        for key in keys { changed.formUnion(values[measure]?.runs(at: key) ?? []) }
    }

    /// How a value compares with those before it.
    func judge(_ value: MeasuredValue, runner: RunnerID) -> Judgement {
        let key = ValueKey(at: value.at, value: value.value)
        let everyone = overall[value.measure] ?? .init()
        let own = runners[runner]?[value.measure] ?? .init()
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
            run: run, lap: lap)
    }
}
