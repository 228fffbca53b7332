import EventLoop
import Glibc
import Testing

extension LoopTests {
    /// Pings, ends, timers, the mailbox, signals.
    @Suite struct LifeTests {
        @Test func `a silent client is pinged and lives on while it answers`() throws {
            let server = try TestServer {
                $0.pingInterval = .milliseconds(60)
                $0.hangUpAfter = .milliseconds(200)
            }
            let client = try RawClient.open(port: server.port)
            for _ in 0..<6 {
                let ping = try #require(try client.frame())
                #expect(ping.opcode == 9)
                try client.sendFrame(10, ping.payload)
            }
            #expect(server.record.all == ["opened"])
        }

        @Test func `a client that answers no ping is cut off`() throws {
            let server = try TestServer {
                $0.pingInterval = .milliseconds(40)
                $0.hangUpAfter = .milliseconds(120)
            }
            let client = try RawClient.open(port: server.port)
            #expect(server.record.wait(for: "closed -"))
            #expect(try client.frame()?.opcode == 9)
            #expect(try client.waitForEnd())
        }

        @Test func `stopping closes every WebSocket with 1012 and frees the port`() throws {
            let server = try TestServer()
            let clients = try (0..<5).map { _ in try RawClient.open(port: server.port) }
            server.onLoop { $0.stop() }
            for client in clients {
                #expect(try client.frame()?.closeCode == 1012)
                try client.sendClose(1012)
                #expect(try client.frame() == nil)
            }
            server.waitUntilEnded()
            #expect(server.record.all.filter { $0.hasPrefix("closed") }.count == 5)
            #expect(throws: (any Error).self) { try RawClient(port: server.port) }
        }

        @Test func `stopping does not wait longer than it may for a client that is silent`() throws
        {
            let server = try TestServer {
                $0.drainTimeout = .milliseconds(100)
                $0.closeTimeout = .seconds(60)
            }
            let client = try RawClient.open(port: server.port)
            server.stop()
            #expect(try client.frame()?.closeCode == 1012)
            #expect(try client.waitForEnd())
            #expect(server.record.all.last == "closed -")
        }

        @Test func `stopping lets a request be answered`() throws {
            let server = try TestServer { _ in
            } script: { handler in
                handler.onRequest = { _, responder in
                    handler.loop.stop()
                    handler.loop.schedule(after: .milliseconds(50)) {
                        responder.respond(
                            HTTPResponse(status: 200, contentType: "text/plain", text: "late"))
                    }
                }
            }
            let client = try RawClient(port: server.port)
            try client.request("GET /")
            let response = try client.response()
            #expect(response.text == "late")
            #expect(response.head.contains("Connection: close"))
            server.waitUntilEnded()
        }

        @Test func `a port in use is refused with its name`() throws {
            let server = try TestServer()
            let port = server.port
            let error = #expect(throws: LoopError.self) { try TestServer { $0.port = port } }
            #expect(error?.reason == .portInUse)
            #expect(error?.code == "EADDRINUSE")
            #expect(error?.message.contains("127.0.0.1:\(port)") == true)
        }

        @Test func `a second loop of the process may share the port`() throws {
            let server = try TestServer()
            let record = server.record
            server.onLoop { loop in
                var configuration = Configuration()
                configuration.beside = loop.address
                let second = try? EventLoop(
                    configuration, handler: ScriptedHandler(record: record))
                #expect(second?.boundPort == loop.boundPort)
            }
        }

        @Test(arguments: [
            ("no.such.host.invalid", "addressUnknown"), ("192.0.2.7", "addressUnavailable"),
        ])
        func `an address that cannot be listened on is an error`(host: String, reason: String)
            throws
        {
            let error = #expect(throws: LoopError.self) { try TestServer { $0.host = host } }
            #expect(error.map { "\($0.reason)" } == reason)
        }

        @Test func `work from several threads runs in the order of each`() throws {
            let server = try TestServer()
            let record = server.record
            let mailbox = server.mailbox
            runOnThreads(4) { thread in
                for number in 0..<500 { mailbox.post { record.add("\(thread) \(number)") } }
            }
            #expect(record.wait { $0.count == 2000 })
            for thread in 0..<4 {
                let numbers = record.all.filter { $0.hasPrefix("\(thread) ") }
                #expect(numbers == (0..<500).map { "\(thread) \($0)" })
            }
        }

        @Test func `work posted to a loop that has ended is dropped`() throws {
            let server = try TestServer()
            let mailbox = server.mailbox
            server.stop()
            let record = server.record
            mailbox.post { record.add("too late") }
            #expect(record.all.isEmpty)
        }

        @Test func `timers fire in order, repeat, and stop when cancelled`() throws {
            let server = try TestServer { _ in
            } script: { handler in
                let record = handler.record
                handler.loop.schedule(after: .milliseconds(30)) { record.add("second") }
                handler.loop.schedule(after: .milliseconds(10)) { record.add("first") }
                handler.loop.schedule(after: .milliseconds(1)) { record.add("never") }.cancel()
                var beats = 0
                var timer: LoopTimer?
                timer = handler.loop.schedule(every: .milliseconds(5)) {
                    beats += 1
                    if beats == 3 { timer?.cancel() }
                    record.add("beat")
                }
                handler.loop.schedule(after: .milliseconds(100)) { record.add("end") }
            }
            #expect(server.record.wait(for: "end"))
            #expect(server.record.all.filter { $0 == "beat" }.count == 3)
            #expect(server.record.all.filter { $0 != "beat" } == ["first", "second", "end"])
        }

        @Test func `put-off work leaves the loop time for its connections`() throws {
            let server = try TestServer { _ in
            } script: { handler in
                handler.onText = { text, connection in connection.enqueue(text) }
                handler.onOpen = { _ in
                    func again() {
                        handler.loop.defer { again() }
                    }
                    again()
                }
            }
            let client = try RawClient.open(port: server.port)
            for _ in 0..<3 {
                try client.sendText("still there")
                #expect(try client.frame()?.text == "still there")
            }
        }

        @Test func `a signal reaches the loop and ends nothing by itself`() throws {
            let server = try TestServer { _ in
            } script: { handler in
                handler.loop.on(signal: SIGHUP) { handler.record.add("SIGHUP") }
            }
            kill(getpid(), SIGHUP)
            #expect(server.record.wait(for: "SIGHUP"))
        }
    }
}
