import EventLoop
import Testing

extension LoopTests {
    /// What several loops of a process share, and how they reach each other.
    @Suite struct SharingTests {
        /// Belongs to a loop's thread.
        private final class Notes {
            var lines: [String] = []
        }

        /// `@unchecked`, because the value is written on the loop while the test waits for it.
        private final class Made: @unchecked Sendable {
            var notes: LoopReference<Notes>?
        }

        /// An object of the server's loop.
        private func notes(on server: TestServer) throws -> LoopReference<Notes> {
            let made = Made()
            server.onLoop { made.notes = LoopReference(Notes(), on: $0) }
            return try #require(made.notes)
        }

        @Test func `what threads ask of an object is done on its loop in the order of each`() throws
        {
            let server = try TestServer()
            let notes = try notes(on: server)
            runOnThreads(4) { thread in
                for number in 0..<500 { notes.perform { $0.lines.append("\(thread) \(number)") } }
            }
            let record = server.record
            notes.perform { for line in $0.lines { record.add(line) } }
            #expect(record.wait { $0.count == 2000 })
            for thread in 0..<4 {
                let numbers = record.all.filter { $0.hasPrefix("\(thread) ") }
                #expect(numbers == (0..<500).map { "\(thread) \($0)" })
            }
        }

        @Test func `on its own loop it is done at once`() throws {
            let server = try TestServer()
            let notes = try notes(on: server)
            let record = server.record
            server.onLoop { _ in
                notes.perform { _ in record.add("inside") }
                record.add("after")
            }
            #expect(record.all == ["inside", "after"])
        }

        @Test func `after the end of its loop nothing is done`() throws {
            let server = try TestServer()
            let notes = try notes(on: server)
            server.stop()
            let record = server.record
            weak var kept: Record?
            do {
                let carried = Record()
                kept = carried
                notes.perform { _ in
                    carried.add("too late")
                    record.add("too late")
                }
            }
            // It is not kept for later either.
            #expect(kept == nil)
            #expect(record.all.isEmpty)
        }

        @Test func `a connection is found by its id until it ends`() throws {
            let server = try TestServer { _ in
            } script: { handler in
                var first: ConnectionID?
                handler.onText = { _, connection in
                    first = first ?? connection.id
                    let found = first.flatMap { handler.loop[$0] }
                    connection.enqueue(found == nil ? "gone" : "there")
                }
            }
            let client = try RawClient.open(port: server.port)
            try client.sendText("hello")
            #expect(try client.frame()?.text == "there")
            try client.sendClose(1000)
            #expect(server.record.wait(for: "closed 1000"))
            let other = try RawClient.open(port: server.port)
            try other.sendText("hello")
            #expect(try other.frame()?.text == "gone")
        }

        @Test func `a request may be answered from another thread`() throws {
            let server = try TestServer { _ in
            } script: { handler in
                handler.onRequest = { _, responder in
                    startThread {
                        responder.respond(
                            HTTPResponse(status: 200, contentType: "text/plain", text: "found"))
                    }
                }
            }
            let client = try RawClient(port: server.port)
            try client.request("GET /")
            #expect(try client.response().text == "found")
        }

        @Test func `loops that share a limit are full together`() throws {
            let limit = ConnectionLimit(2)
            let one = try TestServer { $0.connectionLimit = limit }
            let other = try TestServer { $0.connectionLimit = limit }
            let first = try RawClient.open(port: one.port)
            let second = try RawClient.open(port: other.port)
            for server in [one, other] {
                let third = try RawClient(port: server.port)
                try third.request(
                    "GET /ws",
                    RawClient.upgradeHeaders + ["Sec-WebSocket-Protocol: livetiming.v1.json"])
                #expect(try third.response().status == 503)
            }
            try first.sendClose(1000)
            #expect(one.record.wait(for: "closed 1000"))
            let fourth = try RawClient.open(port: other.port)
            try fourth.sendText("hello")
            #expect(other.record.wait(for: "text hello"))
            _ = second
        }

        @Test func `a loop that is held stops when it is released`() throws {
            let server = try TestServer { $0.drainTimeout = .seconds(60) }
            server.onLoop { loop in
                loop.hold()
                loop.stop()
            }
            // It still does what it is asked to.
            let record = server.record
            server.onLoop { _ in record.add("still there") }
            #expect(record.all == ["still there"])
            server.onLoop { $0.release() }
            server.waitUntilEnded()
        }
    }
}
