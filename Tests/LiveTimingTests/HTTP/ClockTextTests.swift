import Testing

@testable import LiveTiming

@Suite("Clock text")
struct ClockTextTests {
    @Test(
        "a span is written as a clock shows it",
        arguments: [
            (0, 3, "0.000"), (41_230_000, 3, "41.230"), (62_345_999, 3, "1:02.345"),
            (3_723_004_000, 3, "1:02:03.004"), (59_999_999, 2, "59.99"), (60_000_000, 0, "1:00"),
            (-120_000, 3, "-0.120"), (-1, 3, "-0.001"), (-1_000_000, 0, "-1"),
            (1, 6, "0.000001"), (360_000_000_000, 1, "100:00:00.0"),
        ])
    func clock(microseconds: Int64, digits: Int, text: String) {
        #expect(clockText(microseconds, digits: digits) == text)
    }
}
