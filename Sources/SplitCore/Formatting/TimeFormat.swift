/// Times as people read them, the same on every page, board and file.
///
/// | value | text |
/// | --- | --- |
/// | 41.23 s | `41.230` |
/// | 102.244 s | `1:42.244` |
/// | 3723.004 s | `1:02:03.004` |
/// | 93784.5 s | `1d 02:03:04.500` |
/// | −0.12 s | `−0.120` |
/// | none | `—` |
///
/// A time that is official arrives rounded by its track and loses nothing here; what has more
/// digits, as a running clock has, is rounded down: a clock never shows what has not passed yet.
public struct TimeFormat: Hashable, Sendable {
    /// Digits after the second, 0–6.
    public let digits: Int

    /// What stands where there is no time.
    public static let missing = "—"
    /// A true minus sign, as wide as the plus.
    static let minus = "−"

    public init(digits: Int = 3) {
        precondition(
            Rounding.digitRange.contains(digits), "a time has 0 to 6 digits after the second")
        self.digits = digits
    }

    /// An elapsed time: `0.000`, `41.230`, `1:42.244`, `1:02:03.004`, `1d 02:03:04.500`.
    ///
    /// Rounded down, so `59.9999` is `59.999` and −0.0001 is `−0.001`; `—` for none.
    public func elapsed(_ span: TimeSpan?) -> String {
        guard let span else { return Self.missing }
        let shown = rounded(span, .down)
        return (shown < .zero ? Self.minus : "") + unsigned(shown)
    }

    /// A signed time: `+1.313`, `−0.120`, `0.000` for what shows no difference; `—` for none.
    ///
    /// Rounded towards zero, so that a difference is never shown greater than it is.
    public func delta(_ span: TimeSpan?) -> String {
        guard let span else { return Self.missing }
        let shown = rounded(span, span < .zero ? .up : .down)
        let sign = shown == .zero ? "" : shown < .zero ? Self.minus : "+"
        return sign + unsigned(shown)
    }

    /// A gap to someone ahead: `+1.313` or, laps down, `+1 lap`, `+2 laps`; `—` for none.
    public func gap(_ span: TimeSpan?, laps: Int = 0) -> String {
        switch laps {
        case 0: delta(span)
        case 1: "+1 lap"
        default: "+\(laps) laps"
        }
    }

    private func rounded(_ span: TimeSpan, _ direction: Rounding.Direction) -> TimeSpan {
        Rounding(digits: digits, direction: direction)(span)
    }

    /// The size of a time that is rounded already.
    private func unsigned(_ span: TimeSpan) -> String {
        let (total, microseconds) = span.microseconds.magnitude
            .quotientAndRemainder(dividingBy: 1_000_000)
        let (minutes, seconds) = (total / 60 % 60, total % 60)
        let (days, hours) = (total / 86400, total / 3600 % 24)
        let clock =
            if days > 0 {
                "\(days)d \(Self.two(hours)):\(Self.two(minutes)):\(Self.two(seconds))"
            } else if hours > 0 {
                "\(hours):\(Self.two(minutes)):\(Self.two(seconds))"
            } else if minutes > 0 {
                "\(minutes):\(Self.two(seconds))"
            } else {
                "\(seconds)"
            }
        guard digits > 0 else { return clock }
        return clock + "." + Self.padded(microseconds, to: 6).prefix(digits)
    }

    private static func two(_ number: UInt64) -> String { padded(number, to: 2) }

    private static func padded(_ number: UInt64, to width: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }
}
