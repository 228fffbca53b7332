import EventLoop
import Glibc
import Testing

extension LoopTests {
    /// Who is read from first, where many have something to say at once.
    @Suite struct CrowdTests {
        private static let size = 300

        /// Who says so leaves the crowd, or the first who comes does at once; a word holds the loop up.
        private func server(firstLeavesAtOnce: Bool = false) throws -> TestServer {
            try TestServer { _ in
            } script: { handler in
                if firstLeavesAtOnce {
                    handler.onOpen = { [unowned handler] connection in
                        connection.leaveCrowd()
                        handler.onOpen = { _ in }
                    }
                }
                handler.onText = { text, connection in
                    if text == "first" { connection.leaveCrowd() }
                    if text == "wait" { usleep(300_000) }
                }
            }
        }

        @Test(arguments: [false, true])
        func `who has left the crowd is heard before it`(atOnce: Bool) throws {
            let server = try server(firstLeavesAtOnce: atOnce)
            let device = try RawClient.open(port: server.port)
            let crowd = try (0..<Self.size).map { _ in try RawClient.open(port: server.port) }
            if !atOnce {
                try device.sendText("first")
                #expect(server.record.wait(for: "text first"))
            }
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

        /// libwebsockets waits with the end for the rest of a frame, which this one does not take.
        @Test func `who says that it will not send more while it reads nothing is ended`() throws {
            let server = try TestServer {
                $0.closeTimeout = .seconds(1)
            } script: { handler in
                let frame = SharedFrame(text: String(repeating: "f", count: 8000))
                handler.onOpen = { connection in
                    while connection.send(frame) == .sent {}
                    handler.record.add("full")
                }
            }
            let client = try RawClient.open(port: server.port, receiveBuffer: 4096)
            #expect(server.record.wait(for: "full"))
            client.finishSending()
            #expect(server.record.wait { $0.contains { $0.hasPrefix("closed") } })
        }

        /// Longer than what is read at once.
        @Test func `a long message of one of the crowd is heard whole`() throws {
            let server = try TestServer { _ in
            } script: { handler in
                handler.onText = { text, connection in connection.enqueue("\(text.utf8.count)") }
            }
            let client = try RawClient.open(port: server.port)
            for count in [1, 127, 128, 129, 1000, 5000, 60_000] {
                try client.sendText(String(repeating: "l", count: count))
                #expect(try client.message()?.text == "\(count)")
            }
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
