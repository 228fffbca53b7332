extension DemoRace {
    /// The race as a timing system would publish it in the RMonitor protocol, with a heartbeat each
    /// second.
    var feed: String {
        var writer = FeedWriter(race: self)
        writer.write()
        return writer.text
    }
}

/// Writes a race line by line.
private struct FeedWriter {
    let race: DemoRace
    var text = ""
    private var laps: [Int]
    private var totals: [Int?]
    private var bests: [Int?]
    /// Drivers by their place in the race and by their best lap.
    private var raceOrder: [Int]
    private var bestOrder: [Int] = []

    init(race: DemoRace) {
        self.race = race
        laps = race.drivers.map { _ in 0 }
        totals = race.drivers.map { _ in nil }
        bests = race.drivers.map { _ in nil }
        raceOrder = Array(race.drivers.indices)
    }

    mutating func write() {
        let wait = 5
        let afterwards = 5
        writeEntries()
        for second in -wait..<0 { writeHeartbeat(second) }
        var passings = race.passings[...]
        var second = 0
        while let passing = passings.first {
            if passing.total < second * 1000 {
                write(passing)
                passings.removeFirst()
            } else {
                writeHeartbeat(second)
                second += 1
            }
        }
        for second in second..<second + afterwards { writeHeartbeat(second) }
    }

    private mutating func line(_ fields: String) {
        text += fields + "\r\n"
    }

    private mutating func writeEntries() {
        for driver in race.drivers.sorted(by: { $0.number < $1.number }) {
            let number = driver.number
            let names = "\"\(driver.firstName)\",\"\(driver.lastName)\",\"\""
            line("$A,\"\(number)\",\"\(number)\",\(driver.transponder),\(names),1")
            line("$COMP,\"\(number)\",\"\(number)\",1,\(names),\"\"")
        }
        line("$C,1,\"Senior Kart\"")
        line("$E,\"TRACKNAME\",\"Harbour Kart Circuit\"")
        line("$E,\"TRACKLENGTH\",\"0.850\"")
        line("$B,\(race.seed % 1_000_000 + 1),\"Heat \(race.seed)\"")
    }

    /// - Parameter second: since the gun; negative before it.
    private mutating func writeHeartbeat(_ second: Int) {
        let midnightToGun = 14 * 3600
        let flag: String
        switch second * 1000 {
        case ..<0: flag = "      "
        case race.flagAt...: flag = "Finish"
        case let now where race.spins.contains { ($0..<$0 + 10_000).contains(now) }: flag = "Yellow"
        default: flag = "Green "
        }
        let toGo = clock(seconds: max(0, race.limit / 1000 - max(0, second)))
        let timeOfDay = clock(seconds: midnightToGun + second)
        line(
            "$F,9999,\"\(toGo)\",\"\(timeOfDay)\",\"\(clock(seconds: max(0, second)))\",\"\(flag)\""
        )
    }

    private mutating func write(_ passing: DemoRace.Passing) {
        let driver = passing.driver
        totals[driver] = passing.total
        line("$J,\(registration(driver)),\"\(clock(passing.lapTime))\",\"\(clock(passing.total))\"")
        if passing.lapTime > 0 { laps[driver] += 1 }

        let before = raceOrder
        raceOrder.sort { (-laps[$0], totals[$0] ?? .max, $0) < (-laps[$1], totals[$1] ?? .max, $1) }
        for (place, other) in raceOrder.enumerated()
        where totals[other] != nil && (other == driver || before[place] != other) {
            let laps = laps[other] == 0 ? "" : String(laps[other])
            let total = clock(totals[other] ?? 0)
            line("$G,\(place + 1),\(registration(other)),\(laps),\"\(total)\"")
        }
        if passing.lapTime > 0, passing.lapTime < bests[driver] ?? .max {
            bests[driver] = passing.lapTime
            bestOrder = race.drivers.indices.filter { bests[$0] != nil }
                .sorted { (bests[$0] ?? .max, $0) < (bests[$1] ?? .max, $1) }
            let place = (bestOrder.firstIndex(of: driver) ?? 0) + 1
            let best = clock(passing.lapTime)
            line("$H,\(place),\(registration(driver)),\(laps[driver]),\"\(best)\"")
        }
    }

    private func registration(_ driver: Int) -> String {
        "\"\(race.drivers[driver].number)\""
    }

    private func clock(seconds: Int) -> String {
        func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(padded(seconds / 3600)):\(padded(seconds / 60 % 60)):\(padded(seconds % 60))"
    }

    private func clock(_ milliseconds: Int) -> String {
        let fraction = String(1000 + milliseconds % 1000).dropFirst()
        return "\(clock(seconds: milliseconds / 1000)).\(fraction)"
    }
}
