/// How a track rounds an elapsed time, once, to the time that is official.
public struct Rounding: Hashable, Sendable {
    public enum Direction: String, CaseIterable, Sendable {
        case down, up, nearest
    }

    /// Digits after the second, 0–6.
    public var digits: Int
    public var direction: Direction

    public static let digitRange = 0...6

    public init(digits: Int, direction: Direction) {
        precondition(Self.digitRange.contains(digits), "a time has 0 to 6 digits after the second")
        self.digits = digits
        self.direction = direction
    }

    /// Motorsport: thousandths, the rest cut off.
    public static let motorsport = Rounding(digits: 3, direction: .down)
    /// Ski racing: hundredths, the rest cut off.
    public static let ski = Rounding(digits: 2, direction: .down)
    /// Road running: whole seconds, rounded up.
    public static let roadRunning = Rounding(digits: 0, direction: .up)

    /// The smallest step that this rounding can show.
    public var unit: TimeSpan {
        var unit: Int64 = 1
        for _ in digits..<6 { unit *= 10 }
        return .init(microseconds: unit)
    }

    /// `down` and `up` go towards smaller and greater times also below zero; `nearest` takes a half
    /// to the greater time.
    public func callAsFunction(_ span: TimeSpan) -> TimeSpan {
        let unit = unit.microseconds
        let remainder = span.microseconds % unit
        if remainder == 0 { return span }
        let below = span.microseconds - remainder - (remainder < 0 ? unit : 0)
        let goesUp =
            switch direction {
            case .down: false
            case .up: true
            case .nearest: (span.microseconds - below) * 2 >= unit
            }
        return .init(microseconds: goesUp ? below + unit : below)
    }
}
