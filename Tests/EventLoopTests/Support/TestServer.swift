import Dispatch
import EventLoop
import Glibc

/// A loop on a thread of its own, for the length of a test.
final class TestServer: Sendable {
    let port: UInt16
    let mailbox: Mailbox
    let record: Record
    private let loop: LoopBound<EventLoop>
    private let ended: DispatchSemaphore

    /// - Parameters:
    ///   - transport: what is spoken at `port`.
    ///   - script: gives the handler its behaviour; called on the loop's thread.
    init(
        over transport: Transport = .tcp,
        _ configure: (inout Configuration) -> Void = { _ in },
        script: @escaping @Sendable (ScriptedHandler) -> Void = { _ in }
    ) throws {
        var configuration = Configuration()
        if transport == .tls {
            configuration.secure = SecureListening(port: 0, pair: Transport.pair)
        }
        configure(&configuration)
        let start = Start(configuration: configuration, script: script)
        start.launch()
        let running = try start.waitUntilRunning()
        loop = running.loop
        mailbox = running.mailbox
        port = running.port
        record = start.record
        ended = start.ended
    }

    deinit {
        stop()
    }

    /// Runs `body` on the loop's thread and waits for it.
    func onLoop(_ body: @escaping @Sendable (EventLoop) -> Void) {
        let done = DispatchSemaphore(value: 0)
        let loop = loop
        mailbox.post {
            body(loop.value)
            done.signal()
        }
        precondition(done.wait(timeout: .now() + 20) == .success, "the loop does not answer")
    }

    /// Stops the loop and waits until `run()` has returned. Harmless when called again.
    func stop() {
        let loop = loop
        mailbox.post { loop.value.stop() }
        waitUntilEnded()
    }

    func waitUntilEnded() {
        precondition(ended.wait(timeout: .now() + 20) == .success, "the loop does not end")
        ended.signal()
    }
}

/// Carries the beginning of a server to its thread and what came of it back.
///
/// `@unchecked`, because `outcome` is written before `begun` is signalled and read after.
private final class Start: @unchecked Sendable {
    struct Running {
        let loop: LoopBound<EventLoop>
        let mailbox: Mailbox
        let port: UInt16
    }

    let configuration: Configuration
    let script: @Sendable (ScriptedHandler) -> Void
    let record = Record()
    let begun = DispatchSemaphore(value: 0)
    let ended = DispatchSemaphore(value: 0)
    var outcome: Result<Running, LoopError>?

    init(configuration: Configuration, script: @escaping @Sendable (ScriptedHandler) -> Void) {
        self.configuration = configuration
        self.script = script
    }

    func launch() {
        var thread = pthread_t()
        // Balanced by `takeRetainedValue` in the thread's body.
        let context = unsafe Unmanaged.passRetained(self).toOpaque()
        let status = unsafe pthread_create(&thread, nil, serverThread, context)
        precondition(status == 0, "no thread for the server")
        pthread_detach(thread)
    }

    func waitUntilRunning() throws -> Running {
        precondition(begun.wait(timeout: .now() + 20) == .success, "the loop does not start")
        return try outcome!.get()
    }

    func runOnThread() {
        do {
            let handler = ScriptedHandler(record: record)
            let loop = try EventLoop(configuration, handler: handler)
            handler.loop = loop
            script(handler)
            outcome = .success(
                Running(
                    loop: LoopBound(loop), mailbox: loop.mailbox,
                    port: loop.boundSecurePort ?? loop.boundPort))
            begun.signal()
            loop.run()
        } catch {
            outcome = .failure(error)
            begun.signal()
        }
        ended.signal()
    }
}

private func serverThread(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    // Retained by `launch` for this thread.
    unsafe Unmanaged<Start>.fromOpaque(context!).takeRetainedValue().runOnThread()
    return nil
}
