/// Values of one measure that were set in a span of time: those which can become bests, or cease to be,
/// when another value is taken away or comes in.
public struct BestsWindow: Hashable, Sendable {
    public var measure: Measure
    /// Nil: of everyone.
    public var runner: RunnerID?
    /// Nil: in all of the track.
    public var session: SessionID?
    public var from: Timestamp
    /// Nil: up to now.
    public var through: Timestamp?
    /// Only smaller ones; nil: of any size.
    public var below: TimeSpan?

    init(_ window: Chain.Window, _ measure: Measure, of runner: RunnerID?) {
        self.measure = measure
        self.runner = runner
        from = window.from
        through = window.through
        below = window.below
    }
}
