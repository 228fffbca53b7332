import EventLoop
import Glibc
import SplitCore
import TimingWire

/// Sends a plan to a server as a timing client does: over a WebSocket, each command when it is due,
/// again after a lost connection, until all are acknowledged. Loop thread only.
final class ReplayClient: ClientHandler {
    /// Exchanges that the server's clock is measured by before the replay begins.
    private static let clockSamples = 5
    /// Commands on their way at once; more wait for acknowledgements.
    private static let window = 256

    private let loop: EventLoop
    private let server: ServerAddress
    private let token: String
    private let log: Log
    private let makePlan: (_ now: Int64) -> ReplayPlan

    private var connection: Connection?
    private var progress: ReplayProgress?
    /// Monotonic microseconds at which the replay began.
    private var beginning: Int64 = 0
    private var unacknowledged = 0
    /// What is added to this machine's monotonic clock to get server time, and how long the exchange
    /// took that it was measured by.
    private var offset: (value: Int64, delay: Int64)?
    private var samples = 0
    private var attempts = 0
    /// Runs when the next command is due.
    private var dueTimer: LoopTimer?
    /// Runs when a lost connection or refused commands are tried again. Apart from the other, which
    /// every acknowledgement sets anew.
    private var retryTimer: LoopTimer?
    /// Whether nothing is sent until what was refused goes out again, so that the order stays.
    private var isHeld = false
    private(set) var failure: CommandFailure?

    /// - Parameter makePlan: makes the plan for a replay that begins at an instant of server time.
    init(
        loop: EventLoop, server: ServerAddress, token: String, log: Log,
        makePlan: @escaping (_ now: Int64) -> ReplayPlan
    ) {
        self.loop = loop
        self.server = server
        self.token = token
        self.log = log
        self.makePlan = makePlan
    }

    var isComplete: Bool { progress?.isComplete ?? false }

    func connect() {
        loop.connect(to: server.webSocket, handler: self)
    }

    // MARK: The connection

    func opened(_ connection: Connection) {
        self.connection = connection
        send(.hello(Hello(token: token, device: "replay", client: "replay/\(Program.version)")))
    }

    func received(_ message: UnsafeRawBufferPointer, kind: MessageKind, on connection: Connection) {
        // The loop keeps the bytes for the length of the call.
        guard kind == .text, let json = try? unsafe JSONReader.read(message),
            let object = json.object,
            let type = object["type"]?.string
        else { return }
        switch type {
        case "welcome": welcomed(object)
        case "pong": measured(object)
        case "ack": acknowledged(object)
        case "error": refused(object)
        default: break
        }
    }

    func writable(_ connection: Connection) {}

    func closed(_ connection: Connection) {
        guard self.connection === connection else { return }
        let close = connection.peerClose
        self.connection = nil
        if let code = close?.code?.rawValue, !TimingWire.CloseCode.reconnects(after: code),
            code >= 4500
        {
            return fail("the server closed the connection: \(close?.reason ?? "") (\(code))")
        }
        reconnect(because: "the connection was lost")
    }

    func failed(_ reason: String) {
        reconnect(because: reason)
    }

    /// After a random wait of up to 0.5 s × 2ⁿ, 30 s at most.
    private func reconnect(because reason: String) {
        guard failure == nil, progress?.isComplete != true else { return }
        dueTimer?.cancel()
        let longest = min(30_000, 500 << min(attempts, 6))
        attempts += 1
        let wait = Int64.random(in: 0...Int64(longest))
        log.warning("connecting again", ["reason": reason, "milliseconds": Int(wait)])
        retry(after: .milliseconds(wait)) { [unowned self] in connect() }
    }

    private func retry(after wait: Duration, _ work: @escaping () -> Void) {
        retryTimer?.cancel()
        retryTimer = loop.schedule(after: wait, work)
    }

    private func send(_ message: ClientMessage) {
        var writer = JSONWriter(capacity: 256)
        message.write(to: &writer)
        connection?.enqueue(SharedFrame(writer.bytes))
    }

    // MARK: What the server says

    private func welcomed(_ welcome: JSON.Object) {
        attempts = 0
        guard welcome["role"]?.string == Role.control.rawValue else {
            return fail(
                "the token gives the role \(welcome["role"]?.string ?? "of nobody"); "
                    + "a replay needs the control token")
        }
        if progress != nil { return sendAgain() }
        samples = 0
        send(.ping(t0: microseconds(of: CLOCK_BOOTTIME)))
    }

    /// The offset of the exchange with the least delay is the best.
    private func measured(_ pong: JSON.Object) {
        guard progress == nil, let t0 = pong["t0"]?.integer, let t1 = pong["t1"]?.integer,
            let t2 = pong["t2"]?.integer
        else { return }
        let t3 = microseconds(of: CLOCK_BOOTTIME)
        let delay = (t3 - t0) - (t2 - t1)
        if offset.map({ delay < $0.delay }) ?? true {
            offset = (((t1 - t0) + (t2 - t3)) / 2, delay)
        }
        samples += 1
        if samples < Self.clockSamples {
            send(.ping(t0: microseconds(of: CLOCK_BOOTTIME)))
        } else {
            begin()
        }
    }

    private func begin() {
        beginning = microseconds(of: CLOCK_BOOTTIME)
        let plan = makePlan(beginning + (offset?.value ?? 0))
        progress = ReplayProgress(plan)
        log.info(
            "replay begins",
            [
                "track": plan.track, "commands": plan.steps.count,
                "seconds": Int(plan.duration / 1_000_000),
            ])
        sendWhatIsDue()
    }

    private func acknowledged(_ ack: JSON.Object) {
        guard let command = ack["commandId"]?.string.flatMap({ CommandID($0) }) else { return }
        done(command)
    }

    private func refused(_ error: JSON.Object) {
        let code = error["code"]?.string ?? ""
        let message = error["message"]?.string ?? ""
        guard let command = error["commandId"]?.string.flatMap({ CommandID($0) }) else {
            return fail(message)
        }
        switch code {
        case WireError.Code.timing(.trackExists).text:
            // A track of an earlier replay: its bests carry over.
            done(command)
        case WireError.Code.storageUnavailable.text, WireError.Code.unavailable.text:
            // Nothing was recorded.
            isHeld = true
            retry(after: .seconds(1)) { [unowned self] in sendAgain() }
        default: fail("the server refused \(command): \(message) (\(code))")
        }
    }

    // MARK: Sending

    /// Everything that is not acknowledged goes out again.
    private func sendAgain() {
        progress?.sendAgain()
        isHeld = false
        unacknowledged = 0
        sendWhatIsDue()
    }

    private func done(_ command: CommandID) {
        progress?.acknowledge(command)
        unacknowledged = max(0, unacknowledged - 1)
        guard progress?.isComplete != true else {
            connection?.close(code: .normal)
            return loop.stop(code: .normal)
        }
        sendWhatIsDue()
    }

    private func sendWhatIsDue() {
        while !isHeld, unacknowledged < Self.window, let connection,
            let next = progress?.next(at: microseconds(of: CLOCK_BOOTTIME) - beginning)
        {
            switch next {
            case .send(let action):
                connection.enqueue(action.command.serialized)
                unacknowledged += 1
            case .wait(let microseconds):
                dueTimer?.cancel()
                dueTimer = loop.schedule(after: .microseconds(microseconds)) { [unowned self] in
                    sendWhatIsDue()
                }
                return
            case .nothing: return
            }
        }
    }

    private func fail(_ description: String) {
        failure = failure ?? CommandFailure(description: description)
        dueTimer?.cancel()
        retryTimer?.cancel()
        loop.stop(code: .normal)
    }
}
