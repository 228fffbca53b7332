import SplitCore
import Testing

@Suite struct TimeFormatTests {
    @Test(arguments: [
        (0, "0.000"), (1, "0.000"), (1_000, "0.001"), (41_230_000, "41.230"),
        (59_999_500, "59.999"), (59_999_999, "59.999"), (60_000_000, "1:00.000"),
        (102_244_000, "1:42.244"), (3_599_999_999, "59:59.999"), (3_600_000_000, "1:00:00.000"),
        (3_723_004_000, "1:02:03.004"), (86_399_999_999, "23:59:59.999"),
        (86_400_000_000, "1d 00:00:00.000"), (93_784_500_000, "1d 02:03:04.500"),
        (864_000_000_000, "10d 00:00:00.000"), (-120_000, "−0.120"), (-1, "−0.001"),
        (-61_000_000, "−1:01.000"),
    ])
    func anElapsedTimeIsShownInMinutesHoursAndDaysAsNeeded(microseconds: Int64, text: String) {
        #expect(TimeFormat().elapsed(.microseconds(microseconds)) == text)
    }

    @Test(arguments: [
        (0, "1:01"), (1, "1:01.9"), (2, "1:01.98"), (3, "1:01.987"), (4, "1:01.9876"),
        (5, "1:01.98765"), (6, "1:01.987654"),
    ])
    func aTimeHasTheDigitsOfItsTrackRoundedDown(digits: Int, text: String) {
        #expect(TimeFormat(digits: digits).elapsed(.microseconds(61_987_654)) == text)
    }

    @Test(arguments: [
        (1_313_000, "+1.313"), (-120_000, "−0.120"), (0, "0.000"), (999, "0.000"), (-999, "0.000"),
        (-1_000, "−0.001"), (-61_500_000, "−1:01.500"), (3_600_000_000, "+1:00:00.000"),
        (-1_999, "−0.001"), (1_999, "+0.001"),
    ])
    func aDeltaHasASignUnlessItShowsNone(microseconds: Int64, text: String) {
        #expect(TimeFormat().delta(.microseconds(microseconds)) == text)
    }

    @Test(
        arguments: [
            (1_313_000, 0, "+1.313"), (nil, 1, "+1 lap"), (nil, 2, "+2 laps"), (nil, 0, "—"),
            (0, 0, "0.000"),
        ] as [(Int64?, Int, String)])
    func aGapIsATimeOrLaps(microseconds: Int64?, laps: Int, text: String) {
        #expect(TimeFormat().gap(microseconds.map { .microseconds($0) }, laps: laps) == text)
    }

    @Test func whereThereIsNoTimeThereIsADash() {
        #expect(TimeFormat().elapsed(nil) == "—")
        #expect(TimeFormat().delta(nil) == "—")
    }

    @Test func noTimeIsTooGreatToShow() {
        #expect(TimeFormat(digits: 0).elapsed(.microseconds(.max / 2)) == "53375995d 14:00:27")
    }
}
