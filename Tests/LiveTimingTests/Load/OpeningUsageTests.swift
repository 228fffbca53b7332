import Testing

@testable import LiveTiming

@Suite struct OpeningUsageTests {
    @Test func `the frames of others are no part of what an opening costs`() {
        var usage = OpeningUsage()
        usage.add(.milliseconds(10), updates: 0)
        usage.add(.milliseconds(60), updates: 1000)
        usage.add(.milliseconds(500), updates: 50_000)
        #expect(usage.costs(ofFrame: .microseconds(5)) == nil)
        usage.add(.milliseconds(600), updates: 60_000)
        let costs = usage.costs(ofFrame: .microseconds(5))
        #expect(costs?.first == .microseconds(45))
        #expect(costs?.last == .microseconds(50))
    }
}
