import Testing

@testable import LiveTiming

@Suite("Demo race")
struct DemoRaceTests {
    @Test("the feed of a seed is the same bytes in every version")
    func golden() {
        // livetiming generate --runners 6 --minutes 3 --seed 5 | b2sum --length=256
        let expected = "7df6065f0b7124dd729da6d1ce6a968fa8e5bf135ddc43a59e36328ee80ed70b"
        let hash = AccessToken(text: DemoRace(runners: 6, minutes: 3, seed: 5).feed).hash
        #expect(hash.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == expected)
    }

    @Test(
        "a race is believable, whatever the seed",
        arguments: [(1, 1), (2, 1), (12, 6), (40, 5), (12, 20)], [0, 1, 2, 3] as [UInt64])
    func believable(size: (runners: Int, minutes: Int), seed: UInt64) throws {
        let race = DemoRace(runners: size.runners, minutes: size.minutes, seed: seed)
        #expect(Set(race.drivers.map(\.number)).count == size.runners)
        let totals = race.passings.map(\.total)
        #expect(zip(totals, totals.dropFirst()).allSatisfy { $0 < $1 }, "in order, and no ties")

        for driver in race.drivers.indices {
            let own = race.passings.filter { $0.driver == driver }
            #expect(own.first?.lapTime == 0)
            for (previous, passing) in zip(own, own.dropFirst()) {
                #expect(passing.lapTime == passing.total - previous.total)
                #expect((44_000...60_000).contains(passing.lapTime))
            }
            #expect(
                own.filter { $0.total >= race.flagAt }.count == 1, "one passing from the flag on")
        }
        #expect(race.flagAt >= race.limit)
        #expect(race.flagAt < race.limit + 60_000)
    }

    @Test("drivers pass each other in a race, and the same ones are there in the next")
    func overtakes() throws {
        let races = (1...5).map { DemoRace(runners: 12, minutes: 6, seed: $0) }
        let overtakes = races.map { race in
            let order = { (lap: Int) in
                race.drivers.indices.compactMap { driver in
                    race.passings.filter { $0.driver == driver }.dropFirst(lap).first
                }.sorted { $0.total < $1.total }.map(\.driver)
            }
            return zip(order(1), order(6)).filter { $0 != $1 }.count
        }
        #expect(overtakes.allSatisfy { $0 > 0 }, "places that changed hands: \(overtakes)")
        #expect(Set(races.map { Set($0.drivers.map(\.number)) }).count == 1)
    }

    @Test("the sequence of a seed is SplitMix64's")
    func sequence() {
        var random = SeededGenerator(seed: 1_234_567)
        #expect(
            (0..<3).map { _ in random.next() }
                == [
                    6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
                ])
        #expect((0..<1000).allSatisfy { _ in (0..<7).contains(random.below(7)) })
        #expect((0..<1000).allSatisfy { _ in (-20...20).contains(random.around(10)) })
    }
}
