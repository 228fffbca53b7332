/// A believable kart race: a standing start in the order of qualifying, cold tyres, better laps and
/// then fading ones, now and then a spin, and the flag at the leader's first passing after the time.
/// Times are milliseconds since the gun.
struct DemoRace: Equatable, Sendable {
    struct Passing: Equatable, Sendable {
        /// Into `drivers`.
        let driver: Int
        let total: Int
        /// Zero for the first passing of the line, as the race starts before it.
        let lapTime: Int
    }

    let seed: UInt64
    let limit: Int
    /// In the order of the grid.
    let drivers: [DemoDriver]
    /// In the order in which they happened; no two at the same time.
    private(set) var passings: [Passing] = []
    /// When somebody spun, so that yellow flags were out.
    private(set) var spins: [Int] = []
    /// The leader's passing that ended the race.
    private(set) var flagAt = 0

    /// - Parameters:
    ///   - runners: from 1 to the number of drivers there are.
    ///   - minutes: the race is over for the leader who passes the line after them.
    init(runners: Int, minutes: Int, seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        self.seed = seed
        limit = minutes * 60_000
        let entered = DemoDriver.all.prefix(runners).map { driver in
            (driver: driver, qualified: driver.pace + random.around(500))
        }
        drivers = entered.sorted {
            ($0.qualified, $0.driver.number) < ($1.qualified, $1.driver.number)
        }
        .map(\.driver)
        drive(&random)
    }

    private mutating func drive(_ random: inout SeededGenerator) {
        let lapsExpected = max(1, limit / 47_000)
        let forms = drivers.map { _ in random.around(160) }
        var next = drivers.indices.map { 1100 + $0 * 260 + random.below(180) }
        var last: [Int?] = drivers.map { _ in nil }
        var laps = drivers.map { _ in 0 }
        var isDriving = drivers.map { _ in true }
        var leaderLaps = 0
        var isOver = false

        while let driver = drivers.indices.filter({ isDriving[$0] }).min(by: { next[$0] < next[$1] }
        ) {
            let total = free(next[driver])
            if let previous = last[driver] {
                laps[driver] += 1
                passings.append(Passing(driver: driver, total: total, lapTime: total - previous))
            } else {
                passings.append(Passing(driver: driver, total: total, lapTime: 0))
            }
            if !isOver, laps[driver] > leaderLaps {
                leaderLaps = laps[driver]
                if total >= limit {
                    isOver = true
                    flagAt = total
                }
            }
            isDriving[driver] = !isOver
            last[driver] = total

            let lap = laps[driver] + 1
            var lapTime = drivers[driver].pace + forms[driver] + random.around(400)
            lapTime += 1600 >> min(lap - 1, 16)
            lapTime += lap == 1 ? driver * 70 : 0
            lapTime += max(0, lap - lapsExpected * 3 / 5) * 35
            if random.below(100) < 3 {
                spins.append(total + lapTime / 2)
                lapTime += 2200 + random.below(2500)
            }
            next[driver] = total + lapTime
        }
    }

    /// The next moment from here at which nobody passed.
    private func free(_ moment: Int) -> Int {
        var moment = moment
        while passings.contains(where: { $0.total == moment }) { moment += 1 }
        return moment
    }
}
