/// The bests of everyone and of each runner within one scope: a track for all time, or a session.
struct Bests: Hashable, Sendable {
    private var everyone: [Measure: BestHistory] = [:]
    private var runners: [RunnerID: [Measure: BestHistory]] = [:]

    func chain(_ measure: Measure) -> Chain? { everyone[measure]?.chain }

    func chain(_ measure: Measure, of runner: RunnerID) -> Chain? {
        runners[runner]?[measure]?.chain
    }

    /// Whose chain of a measure has other links now.
    struct ChangedChains {
        var ofEveryone: Bool
        var ofRunner: Bool
    }

    /// Adds a value, and the runs to `changed` in which a verdict or a standing best is another one now.
    @discardableResult
    mutating func insert(
        _ value: MeasuredValue, runner: RunnerID, run: RunID, changed: inout Set<RunID>
    ) -> ChangedChains {
        let link = value.link(runner: runner, run: run)
        return ChangedChains(
            ofEveryone: everyone[value.measure, default: .init()].insert(link, changed: &changed),
            ofRunner: runners[runner, default: [:]][value.measure, default: .init()]
                .insert(link, changed: &changed))
    }

    /// Takes a value away that was added before. What is empty then is as if it had never been, so
    /// that equal bests are equal values.
    @discardableResult
    mutating func remove(
        _ value: MeasuredValue, runner: RunnerID, run: RunID, changed: inout Set<RunID>
    ) -> ChangedChains {
        let link = value.link(runner: runner, run: run)
        defer { dropEmpty(value.measure, runner) }
        return ChangedChains(
            ofEveryone: everyone[value.measure, default: .init()].remove(link, changed: &changed),
            ofRunner: runners[runner, default: [:]][value.measure, default: .init()]
                .remove(link, changed: &changed))
    }

    private mutating func dropEmpty(_ measure: Measure, _ runner: RunnerID) {
        if everyone[measure]?.isEmpty ?? false { everyone[measure] = nil }
        if runners[runner]?[measure]?.isEmpty ?? false { runners[runner]![measure] = nil }
        if runners[runner]?.isEmpty ?? false { runners[runner] = nil }
    }

    var isEmpty: Bool { everyone.isEmpty }

    // MARK: Chains without their values

    /// Takes up a value again that was let go of; the chains have what it put into them.
    mutating func remember(_ value: MeasuredValue, runner: RunnerID, run: RunID) {
        let link = value.link(runner: runner, run: run)
        everyone[value.measure, default: .init()].remember(link)
        runners[runner, default: [:]][value.measure, default: .init()].remember(link)
    }

    /// Lets go of a value that was added; the chains stay as they are.
    mutating func forget(_ value: MeasuredValue, runner: RunnerID, run: RunID) {
        let link = value.link(runner: runner, run: run)
        everyone[value.measure]?.forget(link)
        runners[runner]?[value.measure]?.forget(link)
        dropEmpty(value.measure, runner)
    }

    /// Puts a chain in the place of nothing, as it was.
    mutating func restore(_ chain: Chain, _ measure: Measure, of runner: RunnerID?) {
        if let runner {
            runners[runner, default: [:]][measure] = BestHistory(chain)
        } else {
            everyone[measure] = BestHistory(chain)
        }
    }

    func chains(in scope: SessionID?) -> [ChainID] {
        everyone.keys.map { ChainID(scope: scope, runner: nil, measure: $0) }
            + runners.flatMap { runner, measures in
                measures.keys.map { ChainID(scope: scope, runner: runner, measure: $0) }
            }
    }

    /// The values that can become bests when this one is taken away.
    func windows(without value: MeasuredValue, of runner: RunnerID) -> [BestsWindow] {
        let key = ValueKey(at: value.at, value: value.value)
        return [
            chain(value.measure)?.window(without: key).map {
                BestsWindow($0, value.measure, of: nil)
            },
            chain(value.measure, of: runner)?.window(without: key).map {
                BestsWindow($0, value.measure, of: runner)
            },
        ].compactMap { $0 }
    }

    /// The values that are no bests any more when this one comes in.
    func windows(with value: MeasuredValue, of runner: RunnerID) -> [BestsWindow] {
        let key = ValueKey(at: value.at, value: value.value)
        let everyone = chain(value.measure)?.windows(with: key) ?? []
        let own = chain(value.measure, of: runner)?.windows(with: key) ?? []
        return everyone.map { BestsWindow($0, value.measure, of: nil) }
            + own.map { BestsWindow($0, value.measure, of: runner) }
    }

    // MARK: Verdicts

    /// How a value compares with those before it.
    func judge(_ value: MeasuredValue, runner: RunnerID) -> Judgement { judge(of: runner)(value) }

    /// What says how values of a runner compare with those before them.
    func judge(of runner: RunnerID) -> Judge {
        Judge(everyone: everyone, own: runners[runner] ?? [:])
    }

    struct Judge {
        fileprivate let everyone: [Measure: BestHistory]
        fileprivate let own: [Measure: BestHistory]

        func callAsFunction(_ value: MeasuredValue) -> Judgement {
            let key = ValueKey(at: value.at, value: value.value)
            let everyone = everyone[value.measure]?.chain ?? .init()
            let own = own[value.measure]?.chain ?? .init()
            let ahead = everyone.best(before: key)
            let ownAhead = own.best(before: key)
            func isWithinDoubt(_ link: Chain.Link?) -> Bool {
                guard let link else { return false }
                return (link.key.value - key.value).magnitude
                    <= value.uncertainty + link.uncertainty
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
