/// One event of a track's log, as it is stored.
public struct EventRow: Equatable, Sendable {
    /// The track whose log it is in; empty for the log of the registry of runners.
    public var track: String

    /// The identity of the log when the event was written.
    public var epoch: String

    /// The place in the log: 1, 2, 3 … without gaps, also across epochs.
    public var seq: Int64

    /// The command that made the event. A command may make several.
    public var commandID: String

    /// When the server received the command: microseconds since 1970, UTC.
    public var receivedAt: Int64

    /// Who sent it.
    public var actor: String

    /// The device that it came from, where one is known.
    public var device: String?

    /// The raw record, as it came, where there is one.
    public var source: [UInt8]?

    public var type: String

    /// The version of the body's form.
    public var version: Int64

    /// The run that the event is of, by the id that was sent; `nil` for an event of no run. An aid to
    /// find a run's events again; the body says what happened.
    public var run: String?

    /// The split that the event is of, by the id that was sent. An event has a run, a split or
    /// neither.
    public var split: String?

    /// The instant that a capture tells of: microseconds since 1970, UTC; `nil` for other events.
    public var instant: Int64?

    /// JSON, as UTF-8.
    public var body: [UInt8]

    public init(
        track: String, epoch: String, seq: Int64, commandID: String, receivedAt: Int64,
        actor: String, device: String? = nil, source: [UInt8]? = nil, type: String,
        version: Int64 = 1, run: String? = nil, split: String? = nil, instant: Int64? = nil,
        body: [UInt8]
    ) {
        self.track = track
        self.epoch = epoch
        self.seq = seq
        self.commandID = commandID
        self.receivedAt = receivedAt
        self.actor = actor
        self.device = device
        self.source = source
        self.type = type
        self.version = version
        self.run = run
        self.split = split
        self.instant = instant
        self.body = body
    }
}

extension EventRow {
    static let columns = """
        track, epoch, seq, command_id, received_at, actor, device, source, type, version, run, \
        split, instant, body
        """

    func bind(to parameters: inout Parameters) {
        parameters.bind(track)
        parameters.bind(epoch)
        parameters.bind(seq)
        parameters.bind(commandID)
        parameters.bind(receivedAt)
        parameters.bind(actor)
        parameters.bind(device)
        parameters.bind(blob: source)
        parameters.bind(type)
        parameters.bind(version)
        parameters.bind(run)
        parameters.bind(split)
        parameters.bind(instant)
        parameters.bind(utf8: body)
    }

    init(from columns: inout Columns) {
        track = columns.text()
        epoch = columns.text()
        seq = columns.integer()
        commandID = columns.text()
        receivedAt = columns.integer()
        actor = columns.text()
        device = columns.optionalText()
        source = columns.optionalBytes()
        type = columns.text()
        version = columns.integer()
        run = columns.optionalText()
        split = columns.optionalText()
        instant = columns.optionalInteger()
        body = columns.bytes()
    }
}
