/// Which chain of bests: in which scope, of whom, in which measure.
public struct ChainID: Hashable, Sendable {
    /// The session whose own bests they are; nil for those of the track.
    public var scope: SessionID?
    /// Nil: of everyone.
    public var runner: RunnerID?
    public var measure: Measure

    public init(scope: SessionID?, runner: RunnerID?, measure: Measure) {
        self.scope = scope
        self.runner = runner
        self.measure = measure
    }

    // As few words as tell the chains of a track apart.
    public func hash(into hasher: inout Hasher) {
        hasher.combine((scope?.textHash ?? 0) &* 31 &+ (runner?.textHash ?? 0))
        hasher.combine(measure)
    }
}
