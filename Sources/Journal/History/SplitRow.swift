/// One capture of a run and what became of it. Its key is `track` and `id`.
///
/// Instants are microseconds since 1970, UTC; spans are microseconds. The segments of a run's counted
/// splits add up to the last one's `split`.
public struct SplitRow: Equatable, Sendable {
    public var track: String
    public var id: String

    /// `nil` while it is not known whose it is.
    public var run: String?

    public var checkpoint: String?
    public var lap: Int64?
    public var at: Int64
    public var uncertainty: Int64

    /// `counted`, or why it was set aside.
    public var state: String

    /// Since the start.
    public var split: Int64?

    /// Since the split before.
    public var segment: Int64?

    /// Of the lap that it completes.
    public var lapTime: Int64?

    public var splitVerdict: String?
    public var segmentVerdict: String?
    public var lapVerdict: String?
    public var device: String?

    /// `tap`, `sensor` or `arrival`.
    public var method: String

    /// A person corrected it.
    public var corrected: Bool

    /// JSON, as UTF-8: what has no column.
    public var detail: [UInt8]?

    public init(
        track: String, id: String, run: String?, checkpoint: String?, lap: Int64?,
        at:
            Int64, uncertainty: Int64, state: String, split: Int64? = nil,
        segment: Int64? =
            nil, lapTime: Int64? = nil, splitVerdict: String? = nil, segmentVerdict: String? = nil,
        lapVerdict: String? = nil, device: String? = nil, method: String = "tap",
        corrected: Bool = false, detail: [UInt8]? = nil
    ) {
        self.track = track
        self.id = id
        self.run = run
        self.checkpoint = checkpoint
        self.lap = lap
        self.at = at
        self.uncertainty = uncertainty
        self.state = state
        self.split = split
        self.segment = segment
        self.lapTime = lapTime
        self.splitVerdict = splitVerdict
        self.segmentVerdict = segmentVerdict
        self.lapVerdict = lapVerdict
        self.device = device
        self.method = method
        self.corrected = corrected
        self.detail = detail
    }
}

extension SplitRow {
    static let columns = """
        track, id, run, checkpoint, lap, at, uncertainty, state, split, segment, lap_time, \
        split_verdict, segment_verdict, lap_verdict, device, method, corrected, detail
        """

    func bind(to parameters: inout Parameters) {
        parameters.bind(track)
        parameters.bind(id)
        parameters.bind(run)
        parameters.bind(checkpoint)
        parameters.bind(lap)
        parameters.bind(at)
        parameters.bind(uncertainty)
        parameters.bind(state)
        parameters.bind(split)
        parameters.bind(segment)
        parameters.bind(lapTime)
        parameters.bind(splitVerdict)
        parameters.bind(segmentVerdict)
        parameters.bind(lapVerdict)
        parameters.bind(device)
        parameters.bind(method)
        parameters.bind(corrected)
        parameters.bind(utf8: detail)
    }

    init(from columns: inout Columns) {
        track = columns.text()
        id = columns.text()
        run = columns.optionalText()
        checkpoint = columns.optionalText()
        lap = columns.optionalInteger()
        at = columns.integer()
        uncertainty = columns.integer()
        state = columns.text()
        split = columns.optionalInteger()
        segment = columns.optionalInteger()
        lapTime = columns.optionalInteger()
        splitVerdict = columns.optionalText()
        segmentVerdict = columns.optionalText()
        lapVerdict = columns.optionalText()
        device = columns.optionalText()
        method = columns.text()
        corrected = columns.bool()
        detail = columns.optionalBytes()
    }
}
