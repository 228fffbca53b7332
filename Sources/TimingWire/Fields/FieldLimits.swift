/// What the fields of messages may hold. A value outside is refused, with the range in the answer.
public enum FieldLimits {
    /// Names of tracks, checkpoints, sessions and runners; categories and teams. In Unicode scalars,
    /// once white space at both ends is cut off.
    public static let name = 1...200
    /// Start numbers and transponders.
    public static let number = 1...32
    /// The reason for a correction, in the sender's words.
    public static let reason = 1...1000
    /// The name and version of a client's program.
    public static let client = 1...200
    /// What gives a connection its role.
    public static let token = 1...512
    /// The identity of a log.
    public static let epoch = 1...64

    /// Of a lap.
    public static let checkpoints = 1...200
    /// Other spellings of a runner's name.
    public static let aliases = 0...50
    /// Of a runner in a session.
    public static let transponders = 0...20

    /// Laps of a run; 0 is open-ended.
    public static let laps: ClosedRange<Int64> = 0...100_000
    /// A limit of laps.
    public static let limitLaps: ClosedRange<Int64> = 1...100_000
    /// The number of a lap; 0 is the way from the gun to the line.
    public static let lap: ClosedRange<Int64> = 0...100_000
    /// Of a track.
    public static let revision: ClosedRange<Int64> = 1...1_000_000
    /// After the second, as times are rounded.
    public static let digits: ClosedRange<Int64> = 0...6
    /// Commands that wait on a device.
    public static let unsent: ClosedRange<Int64> = 0...1_000_000_000
    /// Of a device, per cent.
    public static let battery: ClosedRange<Int64> = 0...100
    /// A position in a track's log.
    public static let seq: ClosedRange<Int64> = 0...Int64.max

    /// The years 2000 to 2099, in microseconds of the Unix epoch: what lies outside is a clock that
    /// was never set, or another unit.
    public static let instant: ClosedRange<Int64> = 946_684_800_000_000...4_102_444_799_999_999
    /// Up to a day.
    public static let uncertainty: ClosedRange<Int64> = 0...day
    /// Up to a day.
    public static let minimumSegment: ClosedRange<Int64> = 0...day
    /// What is added to instants of a device: up to 366 days either way.
    public static let shift: ClosedRange<Int64> = -366 * day...366 * day
    /// The time after which a session ends: up to 31 days.
    public static let limitTime: ClosedRange<Int64> = 1...31 * day

    /// Updates a second that a subscription can ask for.
    public static let rates: [Int] = [1, 2, 5, 10, 20, 30, 60]
    /// Of a subscription that does not say.
    public static let defaultRate = 10

    private static let day: Int64 = 86_400_000_000
}
