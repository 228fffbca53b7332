/// How a value compares with those that came before it. What it looks like is the view's affair.
public enum Verdict: String, CaseIterable, Sendable {
    /// Smaller than everyone's before it.
    case overallBest
    /// Smaller than all of this runner's before it.
    case personalBest
    case slower
    /// A value that is not compared: a joined segment, a deleted lap, a stopped clock.
    case none
}

/// What of a split is measured.
public enum MeasureKind: String, CaseIterable, Sendable {
    /// Between two consecutive checkpoints.
    case segment
    /// From one finish line to the next.
    case lap
    /// From the start of the run.
    case split
    /// The whole run.
    case run
}
