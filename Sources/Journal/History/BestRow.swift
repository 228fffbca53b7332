/// A value that was the best at its instant. Under a `BestsKey` its key is `at` and `value`.
public struct BestRow: Hashable, Sendable {
    /// When it was set: microseconds since 1970, UTC.
    public var at: Int64

    /// The time itself, in microseconds.
    public var value: Int64

    /// Of the value, in microseconds.
    public var uncertainty: Int64

    /// The runner who set it, by id.
    public var holder: String

    /// The run that it was set in, which may not have ended yet.
    public var run: String

    /// The lap that it was set in.
    public var lap: Int64

    /// JSON, as UTF-8: the times on the way to it.
    public var pace: [UInt8]

    public init(
        at: Int64, value: Int64, uncertainty: Int64, holder: String, run: String, lap: Int64,
        pace: [UInt8]
    ) {
        self.at = at
        self.value = value
        self.uncertainty = uncertainty
        self.holder = holder
        self.run = run
        self.lap = lap
        self.pace = pace
    }
}

extension BestRow {
    static let columns = "at, value, uncertainty, holder, run, lap, pace"

    func bind(to parameters: inout Parameters) {
        parameters.bind(at)
        parameters.bind(value)
        parameters.bind(uncertainty)
        parameters.bind(holder)
        parameters.bind(run)
        parameters.bind(lap)
        parameters.bind(utf8: pace)
    }

    init(from columns: inout Columns) {
        at = columns.integer()
        value = columns.integer()
        uncertainty = columns.integer()
        holder = columns.text()
        run = columns.text()
        lap = columns.integer()
        pace = columns.bytes()
    }
}
