import Testing

@testable import LiveTiming

@Suite struct LaggardsTests {
    @Test
    func `those who are behind share few places, none of them ahead or more than twice as far`() {
        let seq: Int64 = 1_000_000
        var places: Set<Int64> = []
        for lag in (0...5000 as ClosedRange<Int64>) {
            let place = Stand.sharedPlace(of: seq - lag, behind: seq)
            #expect(place <= seq - lag)
            #expect(seq - place < max(2 * lag, 1))
            places.insert(place)
        }
        // 0, 1, 2, 4, 8 and so on up to 8192.
        #expect(places.count == 15)
    }

    @Test
    func
        `a long frame for a slow line waits for others, a short one or one for a line that was cut does not`()
    {
        let looks = 1...100
        func leaving(_ changes: Int64, onSlowLine: Bool) -> [Int] {
            looks.filter { Stand.leaves(changes, onSlowLine: onSlowLine, at: $0) }
        }
        #expect(leaving(33, onSlowLine: true) == [20, 40, 60, 80, 100])
        #expect(leaving(.max, onSlowLine: true) == [20, 40, 60, 80, 100])
        #expect(leaving(32, onSlowLine: true) == Array(looks))
        #expect(leaving(.max, onSlowLine: false) == Array(looks))
    }
}
