import CUV
import CWebsockets
public import Certificates
import Glibc

/// A libuv loop with libwebsockets on it: WebSockets, HTTP requests, timers, signals and a mailbox on
/// one thread.
///
/// It is made, run and used on one thread, and everything it calls back is called there. Other threads
/// reach it through its `mailbox`. It keeps its handler until `run()` returns.
public final class EventLoop {
    public let configuration: Configuration
    /// The port that is listened on; the one chosen where the configuration has 0.
    public var boundPort: UInt16 { address?.port ?? 0 }
    /// The port that TLS is spoken on; nil where it is not.
    public var boundSecurePort: UInt16? { secureAddress?.port }
    /// Where it listens, for further loops; nil in one that does not.
    public let address: ListeningAddress?
    public let secureAddress: ListeningAddress?
    /// The way in from other threads.
    public let mailbox: Mailbox

    let uv: UVLoop
    /// How frames are put on plain TCP; never `automatic`.
    public let writing: FrameWriting
    let writer: any FrameWriter
    /// The same, where it can write to many at once.
    let manyWriter: (any ManyFrameWriter)?
    var clearances = Clearances()
    let secureWriter = LibraryWriter()
    /// Empty, with the memory that the last frame to many needed.
    var spareReceivers = Receivers()
    var spareResults: [WriteResult] = []
    var httpDate = HTTPDate()
    var handler: (any ConnectionHandler)?
    var sessions = SlotTable<Session>()
    /// The request of an upgrade between its acceptance, which takes a place within the limit, and the opening;
    /// they follow at once.
    var upgrading: HTTPRequest?

    let gate: Gate
    /// Connections of this turn that wait to be put behind the gate.
    private var entering: [Connection] = []

    var wheel = TimerWheel()
    /// Ticks since the loop was made.
    private(set) var now = 0

    private(set) var isStopping = false
    private var hasEnded = false
    /// Others that this loop does not end before, for as long as it drains.
    private var holds = 0
    /// Nil in a loop that only opens connections itself.
    private let listener: Listener?
    private let secureListener: Listener?
    private let deferredWork: DeferredWork
    private(set) var library: LibraryContext?
    /// Headroom and one fragment, for writes that libwebsockets changes on their way.
    private var scratch: [UInt8]

    /// - Parameter handler: nil makes a loop that does not listen, for clients alone; its port is 0.
    public init(
        _ configuration: Configuration, handler: (any ConnectionHandler)?
    ) throws(LoopError) {
        LibraryLog.route(to: configuration.log)
        func listen(
            on port: UInt16?, beside other: ListeningAddress?
        ) throws(LoopError) -> Listener? {
            guard let port, handler != nil else { return nil }
            return try Listener(host: configuration.host, port: port, beside: other)
        }
        let listener = try listen(on: configuration.port, beside: configuration.beside)
        let secureListener = try listen(
            on: configuration.secure?.port, beside: configuration.secure?.beside)
        // Clients' frames do not take that way.
        (writer, writing) = try (handler == nil ? .socket : configuration.writing).make()
        manyWriter = writer as? any ManyFrameWriter
        let uv = try UVLoop()
        gate = try Gate()
        self.configuration = configuration
        self.handler = handler
        self.listener = listener
        self.secureListener = secureListener
        self.uv = uv
        address = listener?.address
        secureAddress = secureListener?.address
        mailbox = Mailbox(on: uv)
        deferredWork = DeferredWork(on: uv)
        scratch = Array(
            repeating: 0, count: Int(livetiming_lws_headroom) + FrameLayout.longestPayload)
        do throws(LoopError) {
            // Unretained: this object ends the context before it goes.
            library = try unsafe LibraryContext(
                on: uv, configuration: configuration,
                owner: Unmanaged.passUnretained(self).toOpaque(), callback: libraryCalledBack)
            if let secure = configuration.secure { try library?.openSecureHost(secure.pair) }
        } catch {
            end()
            throw error
        }
        listener?.start(on: uv) { [unowned self] in accepted($0, isSecure: false) }
        secureListener?.start(on: uv) { [unowned self] in accepted($0, isSecure: true) }
        gate.start(on: uv) { [unowned self] key in
            if case .webSocket(let connection)? = sessions[key] { connection.letIn() }
        }
        let tick = uv.makeTimer()
        tick.onFire = { [unowned self] _ in advanceTime() }
        tick.startTimer(after: configuration.tick, every: configuration.tick)
    }

    deinit {
        end()
    }

    /// Runs the loop until `stop()`. When it returns, every connection is gone and everything the loop
    /// had is freed; it cannot run again.
    public func run() {
        guard !hasEnded else { return }
        uv.run()
        end()
        handler = nil
    }

    /// Ends the loop: listens no more, closes every WebSocket with `code`, lets requests be answered,
    /// and has `run()` return when all that is done or `Configuration.drainTimeout` is over.
    public func stop(code: CloseCode = .serviceRestart, reason: String = "") {
        guard !isStopping else { return }
        isStopping = true
        listener?.close()
        secureListener?.close()
        closeAll(code: code, reason: reason)
        _ = schedule(after: configuration.drainTimeout) { [unowned self] in uv.stop() }
        // A turn later, as this may be called from within a connection's callback.
        self.defer { [unowned self] in stopIfDrained() }
    }

    /// Has `stop()` wait for somebody who still needs this loop, until `release()`.
    public func hold() {
        holds += 1
    }

    public func release() {
        holds -= 1
        stopIfDrained()
    }

    /// Closes every WebSocket, those of clients too.
    public func closeAll(code: CloseCode, reason: String = "") {
        for case .webSocket(let connection) in sessions.elements {
            connection.close(code: code, reason: reason)
        }
    }

    /// Runs `work` on the loop's next turn, after that turn's events.
    public func `defer`(_ work: @escaping () -> Void) {
        deferredWork.add(work)
    }

    /// Runs `work` once, when at least `delay` has gone by.
    @discardableResult
    public func schedule(after delay: Duration, _ work: @escaping () -> Void) -> LoopTimer {
        LoopTimer(on: uv, after: delay, every: nil, work)
    }

    /// Runs `work` again and again, first when `period` has gone by. Beats that the loop was too busy
    /// for are left out.
    @discardableResult
    public func schedule(every period: Duration, _ work: @escaping () -> Void) -> LoopTimer {
        LoopTimer(on: uv, after: period, every: period, work)
    }

    /// Runs `work` each time the process receives a signal, which then no longer ends the process.
    public func on(signal: Int32, _ work: @escaping () -> Void) {
        _ = uv.watchSignal(signal) { _ in work() }
    }

    /// Opens a WebSocket to a server. Resolving a host by name blocks the loop meanwhile.
    public func connect(
        to target: ClientTarget, subprotocol: String? = nil, handler: any ClientHandler
    ) {
        let key = sessions.insert { _ in .connecting(handler) }
        let isBegun = library?.connect(
            to: target, subprotocol: subprotocol ?? configuration.subprotocol, key: key)
        // Where it failed early libwebsockets may have told so already.
        if isBegun != true, sessions.remove(key) != nil {
            self.defer { handler.failed("the connection could not be begun") }
        }
    }

    /// Has new connections over TLS see another certificate; those that are open go on as they are.
    /// Answers false, and leaves the one in force, where there is no TLS or OpenSSL does not take it.
    public func use(_ pair: CertificatePair) -> Bool {
        library?.use(pair) ?? false
    }

    /// How many loops can run at the same time: processors that this process may use, which are fewer than the
    /// machine has where it is pinned to some.
    public static var usefulCount: Int { Int(uv_available_parallelism()) }

    /// What callbacks took until now. The longest is the longest since the last call of this.
    public func takeCallbackLoad() -> CallbackLoad {
        uv.meter.take()
    }

    /// Puts a new connection behind the gate once what libwebsockets does about its opening is done.
    func enterCrowd(_ connection: Connection) {
        if entering.isEmpty {
            self.defer { [weak self] in
                guard let self else { return }
                let entering = entering
                self.entering = []
                for connection in entering { connection.joinCrowd() }
            }
        }
        connection.crowd = .entering
        entering.append(connection)
    }

    // MARK: Time

    private func advanceTime() {
        now += 1
        for key in wheel.advance() {
            guard let session = sessions[key] else { continue }
            let ticks =
                switch session {
                case .webSocket(let connection): connection.checkTime()
                case .http(let transaction): transaction.checkTime()
                case .connecting: Int?.none
                }
            if let ticks { wheel.add(key, after: ticks) }
        }
    }

    private func ticks(_ duration: Duration) -> Int {
        max(1, Int((duration / configuration.tick).rounded(.up)))
    }

    var pingTicks: Int { ticks(configuration.pingInterval) }
    var hangUpTicks: Int { ticks(configuration.hangUpAfter) }
    var closeTicks: Int { ticks(configuration.closeTimeout) }
    var requestTicks: Int { ticks(configuration.requestTimeout) }

    // MARK: Beginning and end

    private func accepted(_ descriptor: CInt, isSecure: Bool) {
        guard !isStopping, let library else {
            close(descriptor)
            return
        }
        library.adopt(descriptor, isSecure: isSecure)
    }

    /// Returns from `run()` once nobody is owed anything.
    func stopIfDrained() {
        guard isStopping, !hasEnded, holds == 0 else { return }
        let isBusy = sessions.contains { session in
            switch session {
            case .webSocket, .connecting: true
            case .http(let transaction): transaction.isBusy
            }
        }
        if !isBusy { uv.stop() }
    }

    private func end() {
        guard !hasEnded else { return }
        hasEnded = true
        isStopping = true
        listener?.close()
        secureListener?.close()
        mailbox.close()
        gate.close()
        library?.beginEnd()
        // Runs until libwebsockets' handles are gone too.
        uv.close()
        library?.finish()
        library = nil
    }

    /// Has libwebsockets write a fragment, from a copy, as it changes what it writes.
    func writeFrame(
        to socket: LibrarySocket, of frame: SharedFrame, fragment: Int, as type: UInt32
    ) -> Bool {
        let headroom = Int(livetiming_lws_headroom)
        let payload = frame.layout.payload(ofFragment: fragment)
        scratch.replaceSubrange(headroom..<headroom + payload.count, with: frame.wire[payload])
        // `scratch` is only used here, and has headroom and a fragment's length.
        return unsafe scratch.withUnsafeMutableBytes { bytes in
            unsafe socket.writeFrame(
                UnsafeMutableRawBufferPointer(rebasing: bytes[..<(headroom + payload.count)]),
                as: type)
        }
    }
}
