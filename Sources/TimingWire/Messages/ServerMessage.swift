public import SplitCore

/// A message from the server to one client. Frames of a board, which many share, are `BoardFrame`.
public enum ServerMessage: Hashable, Sendable {
    case welcome(Welcome)
    /// `t1` is when the ping was received, `t2` when this was made, both in server time.
    case pong(t0: Int64, t1: Timestamp, t2: Timestamp)
    /// The command is safe on disk; `seq` is of its last event. The track is nil for a command about
    /// a runner.
    case commandAck(CommandID, track: TrackID?, seq: Int64, ignored: [String] = [])
    /// The answer to `unsubscribe`.
    case unsubscribed(SubscriptionID, track: TrackID)
    /// A message was refused.
    case error(WireError)
    /// Something passing.
    case notice(Notice)
}

/// The answer to `hello`: what the client may do here, and with which server it speaks.
public struct Welcome: Hashable, Sendable {
    /// What this server takes from a client.
    public struct Limits: Hashable, Sendable {
        public var messageBytes: Int
        public var subscriptions: Int

        public init(messageBytes: Int, subscriptions: Int) {
            self.messageBytes = messageBytes
            self.subscriptions = subscriptions
        }
    }

    public var time: Timestamp
    public var role: Role
    /// Another one at each start of the server: samples of its clock from before are worth nothing.
    public var server: String
    /// The server's release.
    public var version: String
    public var limits: Limits

    public init(
        time: Timestamp, role: Role, server: String, version: String, limits: Limits
    ) {
        self.time = time
        self.role = role
        self.server = server
        self.version = version
        self.limits = limits
    }
}

/// Something that is said once and passes. What lasts, flags and banners, is part of the board.
public struct Notice: Hashable, Sendable {
    public enum Kind: String, Sendable {
        /// A correction has changed something else than what was corrected.
        case correction
        /// Something that race control is asked to look at.
        case attention
        /// Something that is not on the board is another one now.
        case change
    }

    /// What exactly is said, for programs.
    public enum Code: String, CaseIterable, Sendable {
        /// Verdicts of these runs are other ones.
        case verdictsChanged
        /// A capture does not count.
        case setAside
        /// A run passed checkpoints without a capture.
        case missed
        /// A capture counts of a run that a person said is over.
        case afterStatus
        /// Entries, starts or runs of a session.
        case startList
        /// Runs that are not on the board.
        case runs

        var kind: Kind {
            switch self {
            case .verdictsChanged: .correction
            case .setAside, .missed, .afterStatus: .attention
            case .startList, .runs: .change
            }
        }
    }

    public var code: Code
    public var track: TrackID
    public var time: Timestamp
    public var message: String
    /// The runs that it is about.
    public var runs: [RunID]
    /// The session that it is about, where it is about one.
    public var session: SessionID?

    public init(
        _ code: Code, track: TrackID, time: Timestamp, message: String, runs: [RunID] = [],
        session: SessionID? = nil
    ) {
        self.code = code
        self.track = track
        self.time = time
        self.message = message
        self.runs = runs
        self.session = session
    }
}

extension Notice.Kind: JSONWritable {}
extension Notice.Code: JSONWritable {}

extension ServerMessage {
    /// Writes the message as one object.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        switch self {
        case .welcome(let welcome): welcome.write(to: &writer)
        case .pong(let t0, let t1, let t2):
            writer.field("type", "pong")
            writer.field("t0", t0)
            writer.field("t1", t1)
            writer.field("t2", t2)
        case .commandAck(let command, let track, let seq, let ignored):
            writer.field("type", "ack")
            writer.field("commandId", command)
            writer.field("track", track)
            writer.field("seq", seq)
            if !ignored.isEmpty { writer.array("ignored", ignored) }
        case .unsubscribed(let id, let track):
            writer.field("type", "ack")
            writer.field("id", id)
            writer.field("track", track)
        case .error(let error):
            writer.field("type", "error")
            writer.field("commandId", ifAny: error.commandID)
            writer.field("id", ifAny: error.id)
            writer.fields(of: error)
            writer.field("message", error.message)
        case .notice(let notice):
            writer.field("type", "notice")
            writer.field("kind", notice.code.kind)
            writer.field("code", notice.code)
            writer.field("track", notice.track)
            writer.field("time", notice.time)
            writer.field("message", notice.message)
            writer.array("runs", notice.runs)
            writer.field("session", ifAny: notice.session)
        }
        writer.endObject()
    }
}

extension Welcome {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.field("type", "welcome")
        writer.field("time", time)
        writer.field("role", role)
        writer.field("server", server)
        writer.field("protocol", Subprotocol.name)
        writer.field("version", version)
        writer.key("limits")
        writer.beginObject()
        writer.field("messageBytes", limits.messageBytes)
        writer.field("subscriptions", limits.subscriptions)
        writer.array("rates", FieldLimits.rates)
        writer.endObject()
    }
}

extension JSONWriter {
    /// What says the same on the socket and over HTTP.
    mutating func fields(of error: WireError) {
        field("code", error.code.text)
        field("field", ifAny: error.field)
        if let values = error.values { array("values", values) }
    }
}
