import Testing

@testable import LiveTiming

@Suite struct DelayHistogramTests {
    @Test func `nothing has no percentiles`() {
        #expect(DelayHistogram().value(at: 0.5) == nil)
    }

    @Test func `short delays are exact`() {
        var delays = DelayHistogram()
        for value in 1...100 { delays.add(Int64(value)) }
        #expect([0, 0.01, 0.5, 0.99, 1].map { delays.value(at: $0) } == [1, 1, 50, 99, 100])
        #expect(delays.count == 100)
    }

    @Test(arguments: [127, 128, 129, 1000, 16_384, 123_456, 60_000_000])
    func `long ones are right to within 1.6 per cent, and never above the longest`(value: Int64) {
        var delays = DelayHistogram()
        delays.add(value)
        #expect(delays.value(at: 0.5) == value)
        delays.add(value * 2)
        let median = delays.value(at: 0.5)!
        #expect(median >= value && Double(median - value) <= Double(value) * 0.016)
        #expect(delays.longest == value * 2)
    }

    @Test func `what two clocks make less than nothing of counts as nothing`() {
        var delays = DelayHistogram()
        delays.add(-5)
        #expect(delays.value(at: 1) == 0)
    }
}
