import SplitCore
import TimingWire

/// Who sent a command, over whatever connection.
struct Sender {
    var role: Role
    var device: DeviceID?
    /// Commands of one source are decided in the order in which they came; nil: this one has none
    /// before it.
    var source: Source?

    enum Source: Hashable {
        case device(DeviceID)
        /// A client that does not say which device it is.
        case client(ClientID)
    }
}

/// A command between its arrival and its decision. Loop thread only.
final class PendingCommand {
    let message: CommandMessage
    let sender: Sender
    let origin: Origin
    /// Called once, when the answer is durable or known to be an error.
    let reply: (ServerMessage) -> Void
    /// Who a name that nobody answers to yet would become.
    private(set) lazy var newRunner = RunnerID.unique(at: origin.receivedAt)

    /// What was looked for in the archive for it, and is in memory if it is anywhere.
    var consulted: Set<Reference> = []
    /// Whether the disk was asked if the command was answered before.
    var isLookedUp = false

    init(
        _ message: CommandMessage, from sender: Sender, at receivedAt: Timestamp,
        reply: @escaping (ServerMessage) -> Void
    ) {
        self.message = message
        self.sender = sender
        self.reply = reply
        origin = Origin(
            command: message.commandID, role: sender.role, device: sender.device,
            receivedAt: receivedAt, reason: message.reason)
    }

    var isCapture: Bool {
        switch message.body {
        case .track(let command): command.isCapture
        case .startRunByName: true
        case .registerRunner: false
        }
    }

    /// What was found is not in memory any more: the state was read anew.
    func beginAnew() {
        consulted = []
        isLookedUp = false
    }
}
