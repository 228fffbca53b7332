public import SplitCore

/// A command as it was sent: what is wanted, of which track, under which id.
public struct CommandMessage: Hashable, Sendable {
    /// Made by the sender, unique within the track: the same id is the same command.
    public let commandID: CommandID
    /// Nil for `registerRunner`, which is known to the whole server.
    public let track: TrackID?
    /// Why, in the sender's words.
    public let reason: String?
    public let body: CommandBody
    /// The fields that nobody knows.
    public let ignored: [String]
    /// Of all that was sent: another digest under the same id is another command.
    public let digest: CommandDigest

    /// A command to be sent. A track is given for every body but `registerRunner`.
    public init(
        commandID: CommandID, track: TrackID?, reason: String? = nil, body: CommandBody
    ) {
        var writer = JSONWriter()
        Self.write(commandID, track, reason, body, to: &writer)
        guard case .object(let object) = try? JSONReader.read(writer.bytes) else {
            preconditionFailure("what the writer writes, the reader reads")
        }
        self.init(
            commandID: commandID, track: track, reason: reason, body: body, ignored: [],
            digest: CommandDigest(of: object))
    }

    init(
        commandID: CommandID, track: TrackID?, reason: String?, body: CommandBody,
        ignored: [String], digest: CommandDigest
    ) {
        self.commandID = commandID
        self.track = track
        self.reason = reason
        self.body = body
        self.ignored = ignored
        self.digest = digest
    }
}

/// What a command wants.
public enum CommandBody: Hashable, Sendable {
    /// Something that the track can decide.
    case track(Command)
    /// A run of someone whose id the sender does not know: the registry finds it.
    case startRunByName(RunID, NamedStart)
    /// Something that the registry of runners decides.
    case registerRunner(Runner)
}

/// A run to be started, of a runner who is known by name only.
public struct NamedStart: Hashable, Sendable {
    public var runnerName: String
    public var number: String?
    public var session: SessionID?
    public var origin: RunOrigin
    public var revision: Int?

    public init(
        runnerName: String, number: String? = nil, session: SessionID? = nil,
        origin: RunOrigin, revision: Int? = nil
    ) {
        self.runnerName = runnerName
        self.number = number
        self.session = session
        self.origin = origin
        self.revision = revision
    }

    /// The same start, of the runner who answers to the name.
    public func resolved(to runner: RunnerID) -> StartRun {
        StartRun(
            runner: runner, number: number, session: session, origin: origin, revision: revision)
    }
}
