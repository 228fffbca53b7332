internal import Certificates
import Dispatch
import EventLoop

/// A further loop of the server, on a thread of its own: it has connections, shares the port of the first
/// loop, and owns no timing state.
final class SideLoop: Sendable {
    let stand: LoopReference<Stand>
    private let loop: LoopReference<EventLoop>
    private let running: DispatchGroup

    /// What a loop needs that joins a server.
    struct Terms: Sendable {
        var configuration: Configuration
        var settings: Settings
        var clock: ServerClock
        var hub: LoopReference<Hub>
        var router: LoopReference<Router>
    }

    /// Returns when the loop takes connections.
    /// - Parameter ended: called on the loop's thread at its end, also where it could not start.
    init(_ number: Int, _ terms: Terms, ended: @escaping @Sendable () -> Void) throws(LoopError) {
        let (made, running) = (Handover<Parts>(), DispatchGroup())
        running.enter()
        // A queue of its own is a thread of its own while its work goes on.
        DispatchQueue(label: "loop \(number)").async {
            Self.serve(number, terms, made)
            ended()
            running.leave()
        }
        let parts = try made.take()
        stand = parts.stand
        loop = parts.loop
        self.running = running
    }

    private struct Parts: Sendable {
        let stand: LoopReference<Stand>
        let loop: LoopReference<EventLoop>
    }

    /// The whole life of the loop, on its thread.
    private static func serve(_ number: Int, _ terms: Terms, _ made: Handover<Parts>) {
        let handler = ServerHandler()
        let loop: EventLoop
        do throws(LoopError) {
            loop = try EventLoop(terms.configuration, handler: handler)
        } catch {
            return made.give(.failure(error))
        }
        let stand = Stand(
            number, on: loop, settings: terms.settings, clock: terms.clock, hub: terms.hub)
        handler.begin(stand, terms.router)
        made.give(
            .success(
                Parts(
                    stand: LoopReference(stand, on: loop), loop: LoopReference(loop, on: loop))))
        loop.run()
    }

    /// Closes what is open, after what was sent before.
    func stop(reason: String) {
        loop.perform { $0.stop(code: .serviceRestart, reason: reason) }
    }

    /// Has new connections over TLS see another certificate, which the first loop has taken already.
    func use(_ pair: CertificatePair) {
        loop.perform { _ = $0.use(pair) }
    }

    /// Returns when the loop has ended.
    func wait() {
        running.wait()
    }
}

/// One value on its way from a thread that makes it to one that waits for it.
///
/// `@unchecked`, because the value is written before the signal and read after it.
private final class Handover<Value: Sendable>: @unchecked Sendable {
    private var result: Result<Value, LoopError>?
    private let isGiven = DispatchSemaphore(value: 0)

    func give(_ result: Result<Value, LoopError>) {
        self.result = result
        isGiven.signal()
    }

    func take() throws(LoopError) -> Value {
        isGiven.wait()
        guard let result else { preconditionFailure("signalled without a value") }
        return try result.get()
    }
}
