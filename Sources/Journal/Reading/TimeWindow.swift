/// Some of the times of one measure that take part in a track's bests.
public struct TimeWindow: Hashable, Sendable {
    public var track: String
    public var measure: String

    /// Only those of this runner; `nil`: everyone's.
    public var runner: String?

    /// Only those of this session; `nil`: those of all.
    public var session: String?

    /// Set at this instant or later: microseconds since 1970, UTC.
    public var from: Int64

    /// Set at this instant or earlier: microseconds since 1970, UTC; `nil`: without end.
    public var through: Int64?

    /// Less than this, in microseconds; `nil`: of any length.
    public var below: Int64?

    public init(
        track: String, measure: String, runner: String? = nil, session: String? = nil,
        from: Int64, through: Int64? = nil, below: Int64? = nil
    ) {
        self.track = track
        self.measure = measure
        self.runner = runner
        self.session = session
        self.from = from
        self.through = through
        self.below = below
    }
}

extension TimeWindow {
    /// The condition on a row of `times`. Its text depends on which limits there are, never on their
    /// values.
    var condition: String {
        var conditions = ["track = ?", "measure = ?", "at >= ?"]
        if through != nil { conditions.append("at <= ?") }
        if below != nil { conditions.append("value < ?") }
        if runner != nil { conditions.append("runner = ?") }
        if session != nil { conditions.append("session = ?") }
        return conditions.joined(separator: " AND ")
    }

    /// Gives `condition` its values.
    func bind(to parameters: inout Parameters) {
        parameters.bind(track)
        parameters.bind(measure)
        parameters.bind(from)
        if let through { parameters.bind(through) }
        if let below { parameters.bind(below) }
        if let runner { parameters.bind(runner) }
        if let session { parameters.bind(session) }
    }
}
