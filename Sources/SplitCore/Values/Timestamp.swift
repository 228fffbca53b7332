/// An instant: whole microseconds since the Unix epoch, in UTC.
///
/// Time of day, zones and daylight saving are the affair of whoever shows it.
public struct Timestamp: Hashable, Comparable, Sendable {
    public var microseconds: Int64

    public init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.microseconds < right.microseconds
    }

    public static func - (left: Timestamp, right: Timestamp) -> TimeSpan {
        .init(microseconds: left.microseconds - right.microseconds)
    }

    public static func + (instant: Timestamp, span: TimeSpan) -> Timestamp {
        .init(microseconds: instant.microseconds + span.microseconds)
    }

    public static func - (instant: Timestamp, span: TimeSpan) -> Timestamp {
        .init(microseconds: instant.microseconds - span.microseconds)
    }
}
