import Testing

@testable import SplitCore

@Suite struct LeadsTests {
    @Test(arguments: 1...100)
    func theLeaderOfALapIsWhoCompletedItFirstWhateverWasCorrected(seed: Int) {
        var random = Seeded(seed)
        var leads = Leads()
        var all: [RunID: [Leads.LapEnd]] = [:]
        for step in 0..<60 {
            let run = RunID("r\(random.number(1...4))")!
            var ends: [Leads.LapEnd] = []
            var seconds = 0
            for _ in 0..<random.number(0...5) {
                seconds += random.number(1...6)
                let at = instant(Double(seconds))
                ends.append(.init(at: at, elapsed: at - instant(0)))
            }
            all[run] = ends
            leads.update(run, ends)
            for lap in 1...6 {
                let first = all.values.filter { $0.count >= lap }.map { $0[lap - 1].at }.min()
                let flag = leads.flag(limit: .laps(lap), finish: .leader, shown: nil)
                #expect(flag == first, "seed \(seed), step \(step), lap \(lap)")
            }
        }
        for run in all.keys { leads.update(run, []) }
        #expect(leads == Leads(), "seed \(seed)")
    }
}
