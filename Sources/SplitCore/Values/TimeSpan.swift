/// A signed span of time in whole microseconds.
///
/// Integers keep sums exact: the segments of a run add up to its split to the last digit, on every
/// platform and in JavaScript alike (the range that matters is far inside 2⁵³).
public struct TimeSpan: Hashable, Comparable, Sendable {
    public var microseconds: Int64

    public init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    public static let zero = TimeSpan(microseconds: 0)

    public static func microseconds(_ count: Int64) -> TimeSpan { .init(microseconds: count) }
    public static func milliseconds(_ count: Int64) -> TimeSpan {
        .init(microseconds: count * 1000)
    }
    public static func seconds(_ count: Int64) -> TimeSpan {
        .init(microseconds: count * 1_000_000)
    }

    public var magnitude: TimeSpan { microseconds < 0 ? -self : self }

    public static func < (left: TimeSpan, right: TimeSpan) -> Bool {
        left.microseconds < right.microseconds
    }

    public static func + (left: TimeSpan, right: TimeSpan) -> TimeSpan {
        .init(microseconds: left.microseconds + right.microseconds)
    }

    public static func - (left: TimeSpan, right: TimeSpan) -> TimeSpan {
        .init(microseconds: left.microseconds - right.microseconds)
    }

    public static prefix func - (span: TimeSpan) -> TimeSpan {
        .init(microseconds: -span.microseconds)
    }

    public static func += (left: inout TimeSpan, right: TimeSpan) { left = left + right }
}
