import EventLoop
import Glibc
import Testing

extension LoopTests {
    /// Who is read from first, where many have something to say at once.
    @Suite struct CrowdTests {
        private static let size = 300

        /// Who says so leaves the crowd; a word holds the loop up.
        private func server() throws -> TestServer {
            try TestServer { _ in
            } script: { handler in
                handler.onText = { text, connection in
                    if text == "first" { connection.leaveCrowd() }
                    if text == "wait" { usleep(300_000) }
                }
            }
        }

        @Test func `who has left the crowd is heard before it`() throws {
            let server = try server()
            let crowd = try (0..<Self.size).map { _ in try RawClient.open(port: server.port) }
            let device = try RawClient.open(port: server.port)
            try device.sendText("first")
            #expect(server.record.wait(for: "text first"))
            try crowd[0].sendText("wait")
            #expect(server.record.wait(for: "text wait"))
            for client in crowd { try client.sendText("crowd") }
            try device.sendText("split")
            let all = { (events: [String]) in
                events.filter { $0 == "text crowd" }.count == Self.size
                    && events.contains("text split")
            }
            #expect(server.record.wait(until: all))
            let heard = server.record.all.drop { $0 != "text wait" }.dropFirst()
            let before = heard.prefix { $0 != "text split" }.count
            // Two turns of the loop at most, where one was under way.
            #expect(before <= 64, "\(before) of the crowd were heard before it")
        }

        @Test func `who goes with the crowd ends it no later than that`() throws {
            let server = try server()
            let device = try RawClient.open(port: server.port)
            try device.sendText("first")
            #expect(server.record.wait(for: "text first"))
            do {
                let crowd = try (0..<Self.size).map { _ in try RawClient.open(port: server.port) }
                try crowd[0].sendText("wait")
                #expect(server.record.wait(for: "text wait"))
            }
            try device.sendText("split")
            let ends = { (events: [String]) in
                events.filter { $0.hasPrefix("closed") }.count == Self.size
                    && events.contains("text split")
            }
            #expect(server.record.wait(until: ends))
            let heard = server.record.all.drop { $0 != "text wait" }.dropFirst()
            #expect(heard.prefix { $0 != "text split" }.count <= 64)
        }

        /// A socket tells nothing of what was read together with the request. (A client has to wait for the answer,
        /// RFC 6455 section 4.1; libwebsockets takes the first few messages of one that does not.)
        @Test(arguments: Transport.allCases)
        func `what comes right behind the request is heard`(transport: Transport) throws {
            let server = try TestServer(over: transport)
            let client = try RawClient(port: server.port, over: transport)
            let lines =
                ["GET /ws HTTP/1.1", "Host: test"] + RawClient.upgradeHeaders
                + ["Sec-WebSocket-Protocol: livetiming.v1.json", "", ""]
            let messages = (0..<5).flatMap {
                RawClient.frame(1, Array("early \($0)".utf8))
            }
            try client.send(Array(lines.joined(separator: "\r\n").utf8) + messages)
            #expect(server.record.wait(for: "text early 4"))
            #expect(
                server.record.all.filter { $0.hasPrefix("text") }
                    == (0..<5).map { "text early \($0)" })
        }

        @Test func `a closing handshake is as it is for others`() throws {
            let server = try TestServer { _ in
            } script: { handler in
                handler.onText = { text, connection in
                    connection.close(code: .goingAway, reason: text)
                }
            }
            let client = try RawClient.open(port: server.port)
            try client.sendText("bye")
            let close = try #require(try client.frame())
            #expect(close.opcode == 8 && close.payload == [3, 233] + Array("bye".utf8))
            try client.sendClose(1001)
            #expect(try client.waitForEnd())
            #expect(server.record.wait { $0.contains { $0.hasPrefix("closed") } })
        }
    }
}
