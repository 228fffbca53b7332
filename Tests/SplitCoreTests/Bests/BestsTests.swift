import Testing

@testable import SplitCore

/// The chains of bests against the words of the rule.
@Suite struct BestsTests {
    private struct Attempt: Hashable {
        var value: MeasuredValue
        var runner: RunnerID
        var run: RunID
    }

    /// Smaller than all of everyone whose instants are earlier: an overall best; of the runner: a
    /// personal best. At equal instants the smaller comes first, and equals share.
    private static func verdict(of own: Attempt, among all: [Attempt]) -> (Verdict, stands: Bool) {
        func isEarlier(_ other: Attempt) -> Bool {
            other.value.at < own.value.at
                || other.value.at == own.value.at && other.value.value < own.value.value
        }
        let runners = all.filter { $0.runner == own.runner }
        if all.filter(isEarlier).allSatisfy({ own.value.value < $0.value.value }) {
            return (.overallBest, all.allSatisfy { own.value.value <= $0.value.value })
        }
        if runners.filter(isEarlier).allSatisfy({ own.value.value < $0.value.value }) {
            return (.personalBest, runners.allSatisfy { own.value.value <= $0.value.value })
        }
        return (.slower, false)
    }

    @Test(arguments: 1...200)
    func theChainsSayWhatComparingWithEveryValueSays(seed: Int) {
        var random = Seeded(seed)
        var bests = Bests()
        var all: [Attempt] = []
        var before: [Attempt: Bests.Judgement] = [:]
        for step in 0..<120 {
            var changed: Set<RunID> = []
            if !all.isEmpty, random.once(in: 3) {
                let gone = all.remove(at: random.number(0...(all.count - 1)))
                bests.remove(gone.value, runner: gone.runner, run: gone.run, changed: &changed)
                before[gone] = nil
            } else {
                let new = Attempt(
                    value: MeasuredValue(
                        measure: .lap(isFirst: false),
                        value: .milliseconds(Int64(random.number(1...40))),
                        at: instant(Double(random.number(1...40))),
                        uncertainty: .milliseconds(Int64(random.number(0...2))), lap: 1),
                    runner: RunnerID("p\(random.number(1...4))")!, run: RunID("r\(step)")!)
                all.append(new)
                bests.insert(new.value, runner: new.runner, run: new.run, changed: &changed)
            }
            for own in all {
                let judgement = bests.judge(own.value, runner: own.runner)
                let expected = Self.verdict(of: own, among: all)
                #expect(judgement.verdict == expected.0, "seed \(seed), step \(step)")
                #expect(judgement.stands == expected.stands, "seed \(seed), step \(step)")
                if let old = before[own], old != judgement {
                    #expect(changed.contains(own.run), "seed \(seed), step \(step)")
                }
                before[own] = judgement
            }
        }
        var changed: Set<RunID> = []
        for gone in all {
            bests.remove(gone.value, runner: gone.runner, run: gone.run, changed: &changed)
        }
        #expect(bests == Bests(), "seed \(seed)")
    }

    @Test func equalValuesAtOneInstantShareAndALaterEqualIsSlower() {
        var bests = Bests()
        var changed: Set<RunID> = []
        func value(at seconds: Double) -> MeasuredValue {
            MeasuredValue(
                measure: .run(laps: 1), value: .seconds(40), at: instant(seconds),
                uncertainty: .zero, lap: 1)
        }
        for (run, runner, at) in [("r1", "ada", 1.0), ("r2", "bob", 1), ("r3", "cyd", 2)] {
            bests.insert(
                value(at: at), runner: RunnerID(runner)!, run: RunID(run)!, changed: &changed)
        }
        #expect(bests.judge(value(at: 1), runner: "ada").verdict == .overallBest)
        #expect(bests.judge(value(at: 1), runner: "bob").verdict == .overallBest)
        #expect(bests.judge(value(at: 2), runner: "cyd").verdict == .personalBest)
        #expect(bests.chain(.run(laps: 1))?.best?.run == "r1")
        bests.remove(value(at: 1), runner: "ada", run: "r1", changed: &changed)
        #expect(bests.judge(value(at: 1), runner: "bob").verdict == .overallBest)
        #expect(bests.chain(.run(laps: 1))?.best?.run == "r2")
    }

    @Test(arguments: [(9.7, true), (9.699, false), (9.9, true)])
    func aVerdictInsideTheUncertaintyOfBothIsClose(seconds: Double, isClose: Bool) {
        var bests = Bests()
        var changed: Set<RunID> = []
        func value(_ seconds: Double, at: Double) -> MeasuredValue {
            MeasuredValue(
                measure: .run(laps: 1), value: span(seconds), at: instant(at),
                uncertainty: .milliseconds(150), lap: 1)
        }
        bests.insert(value(10, at: 1), runner: "ada", run: "r1", changed: &changed)
        bests.insert(value(seconds, at: 2), runner: "bob", run: "r2", changed: &changed)
        let judgement = bests.judge(value(seconds, at: 2), runner: "bob")
        #expect(judgement.verdict == .overallBest)
        #expect(judgement.isClose == isClose)
    }
}
