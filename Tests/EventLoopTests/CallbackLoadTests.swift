import Glibc
import Testing

@testable import EventLoop

extension LoopTests {
    /// What callbacks take of the processor, as the loop itself measures it.
    @Suite struct CallbackLoadTests {
        /// Works until this thread has had so much more of the processor.
        private static func work(_ duration: Duration) {
            let end = CallbackMeter.threadTime() + duration.components.attoseconds / 1_000_000_000
            while CallbackMeter.threadTime() < end {}
        }

        private func load(of server: TestServer) -> CallbackLoad {
            let record = Recorded()
            server.onLoop { record.load = $0.takeCallbackLoad() }
            return record.load
        }

        @Test func `a callback that works for long is slow, and one that waits is not`() throws {
            let server = try TestServer()
            let before = load(of: server)
            server.onLoop { _ in usleep(50_000) }
            let waited = load(of: server)
            #expect(waited.count > before.count)
            #expect(waited.longest < .milliseconds(50))
            server.onLoop { _ in Self.work(.milliseconds(60)) }
            let worked = load(of: server)
            #expect(worked.slow > waited.slow)
            #expect(worked.longest >= .milliseconds(60))
        }

        @Test func `the longest begins anew when it was asked for, and the counts go on`() throws {
            let server = try TestServer()
            server.onLoop { _ in Self.work(.milliseconds(60)) }
            let first = load(of: server)
            let second = load(of: server)
            #expect(first.longest >= .milliseconds(60))
            #expect(second.longest < .milliseconds(60))
            #expect(second.count > first.count)
            #expect(second.slow >= first.slow)
        }

        @Test func `what a callback calls back in turn is a part of it`() {
            let meter = CallbackMeter()
            meter.begin()
            Self.work(.milliseconds(4))
            meter.begin()
            Self.work(.milliseconds(4))
            meter.end()
            meter.end()
            let load = meter.take()
            #expect(load.count == 1)
            #expect(load.slow == 1)
            #expect(load.longest >= .milliseconds(8))
        }

        @Test func `requests are measured`() throws {
            let server = try TestServer()
            let before = load(of: server)
            let client = try RawClient(port: server.port)
            try client.request("GET /")
            _ = try client.response()
            #expect(load(of: server).count > before.count + 1)
        }
    }
}

/// What a block on the loop's thread found. `@unchecked`: `TestServer.onLoop` waits for that block.
private final class Recorded: @unchecked Sendable {
    var load = CallbackLoad()
}
