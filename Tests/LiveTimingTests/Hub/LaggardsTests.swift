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
}
