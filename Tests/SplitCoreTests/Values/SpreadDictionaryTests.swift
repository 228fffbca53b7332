import SplitCore
import Testing

@Suite struct SpreadDictionaryTests {
    @Test(arguments: 1...20)
    func itIsTheDictionaryThatItSpreads(seed: Int) {
        var random = Seeded(seed)
        var spread = SpreadDictionary<RunID, [Int]>()
        var plain: [RunID: [Int]] = [:]
        for step in 0..<2_000 {
            let key = RunID("r\(random.number(0...300))")!
            switch random.number(0...3) {
            case 0: (spread[key], plain[key]) = (nil, nil)
            case 1: (spread[key], plain[key]) = ([step], [step])
            case 2:
                spread[key]?.append(step)
                plain[key]?.append(step)
            default:
                spread[key, default: [-1]].append(step)
                plain[key, default: [-1]].append(step)
            }
            #expect(spread[key] == plain[key], "seed \(seed), step \(step)")
        }
        let all = Dictionary(uniqueKeysWithValues: spread.map { ($0.key, $0.value) })
        #expect(all == plain, "seed \(seed)")
    }

    @Test func equalContentsAreEqualWhateverTheWayToThem() {
        var (one, other) = (SpreadDictionary<RunID, Int>(), SpreadDictionary<RunID, Int>())
        for number in 0..<500 { one[RunID("r\(number)")!] = number }
        for number in (0..<1_000).reversed() { other[RunID("r\(number)")!] = number }
        #expect(one != other)
        for number in 500..<1_000 { other[RunID("r\(number)")!] = nil }
        #expect(one == other)
    }

    @Test func noPartHoldsMuchMoreThanItsShare() {
        let keys = (0..<10_000).map { CaptureID("0193f0a0-d256-7-\($0)")! }
        let shares = Dictionary(grouping: keys) { UInt(bitPattern: $0.spread) % 64 }
        // Each has 156 of them on average; what has twice as many was no matter of chance.
        #expect(shares.values.allSatisfy { $0.count < 312 })
    }
}
