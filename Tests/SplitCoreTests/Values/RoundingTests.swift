import Testing

@testable import SplitCore

@Suite struct RoundingTests {
    @Test(arguments: [
        (Rounding.motorsport, 1_234_999, 1_234_000), (.motorsport, 1_234_000, 1_234_000),
        (.motorsport, -1, -1_000), (.motorsport, -1_000, -1_000), (.motorsport, 0, 0),
        (.ski, 59_999_999, 59_990_000), (.roadRunning, 1, 1_000_000),
        (.roadRunning, 1_000_000, 1_000_000), (.roadRunning, 0, 0), (.roadRunning, -1, 0),
        (Rounding(digits: 3, direction: .nearest), 1_499, 1_000),
        (Rounding(digits: 3, direction: .nearest), 1_500, 2_000),
        (Rounding(digits: 3, direction: .nearest), -1_500, -1_000),
        (Rounding(digits: 3, direction: .nearest), -1_501, -2_000),
        (Rounding(digits: 6, direction: .down), 1_234_567, 1_234_567),
    ])
    func aTimeIsRoundedAsItsTrackSays(rounding: Rounding, from: Int64, to: Int64) {
        #expect(rounding(.microseconds(from)) == .microseconds(to))
    }

    @Test(arguments: Rounding.Direction.allCases, [0, 2, 3])
    func segmentsAndLapsAddUpToTheSplitThatIsShown(
        direction: Rounding.Direction, digits: Int
    ) throws {
        var random = Seeded(digits + 1)
        var track = try TestTrack.with(
            ["a", "b", "finish"], laps: 3,
            rounding: Rounding(digits: digits, direction: direction))
        try track.start("r")
        var seconds = 0.0
        for _ in 0..<9 {
            seconds += 5 + Double(random.number(0...30_000_000)) / 1_000_000
            try track.split("r", at: seconds)
        }
        let result = track.result("r")
        var sum = TimeSpan.zero
        for split in result.splits {
            sum += try #require(split.segment).time
            #expect(split.split == sum)
        }
        #expect(result.time == sum)
        #expect(result.lapTimes.reduce(TimeSpan.zero) { $0 + $1.time } == sum)
    }
}
