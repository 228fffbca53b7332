import EventLoop
import Testing

extension LoopTests {
    /// WebSockets that a loop opens itself, here to its own server.
    @Suite struct ClientTests {
        private func server(
            _ configure: (inout Configuration) -> Void = { _ in },
            client: @escaping @Sendable (ScriptedClient) -> Void = { _ in },
            script: @escaping @Sendable (ScriptedHandler) -> Void = { _ in },
            port: UInt16? = nil, subprotocol: String? = nil
        ) throws -> TestServer {
            try TestServer(configure) { handler in
                script(handler)
                let scripted = ScriptedClient(record: handler.record)
                client(scripted)
                handler.loop.connect(
                    to: ClientTarget(
                        host: "127.0.0.1", port: port ?? handler.loop.boundPort, path: "/ws"),
                    subprotocol: subprotocol, handler: scripted)
            }
        }

        @Test(arguments: [1, 125, 126, 5000, 16_384, 16_385, 60_000])
        func `messages of any length go both ways`(bytes: Int) throws {
            let server = try server(
                client: { client in
                    client.onOpen = { $0.enqueue("x" + String(repeating: "y", count: bytes - 1)) }
                },
                script: { handler in
                    handler.onText = { text, connection in
                        #expect(
                            text.utf8.count == bytes && text.dropFirst().allSatisfy { $0 == "y" })
                        connection.enqueue(text)
                    }
                })
            #expect(
                server.record.wait { $0.contains { $0.hasPrefix("client text \(bytes) x") } })
        }

        @Test func `many messages at once all arrive in order`() throws {
            let server = try server(client: { client in
                client.onOpen = { connection in
                    for number in 0..<200 {
                        connection.enqueue("\(number) " + String(repeating: "z", count: 2000))
                    }
                }
            })
            #expect(server.record.wait { $0.filter { $0.hasPrefix("text ") }.count == 200 })
            let numbers = server.record.all.filter { $0.hasPrefix("text ") }
                .map { $0.split(separator: " ")[1] }
            #expect(numbers == (0..<200).map { "\($0)" })
        }

        @Test func `the code and reason of the server's close are told`() throws {
            let server = try server(script: { handler in
                handler.onOpen = { $0.close(code: CloseCode(rawValue: 4321), reason: "enough") }
            })
            #expect(server.record.wait(for: "client closed 4321 enough"))
            #expect(server.record.wait(for: "closed -"))
        }

        @Test func `a close by the client reaches the server`() throws {
            let server = try server(client: { client in
                client.onOpen = { $0.close(code: CloseCode(rawValue: 4001), reason: "bye") }
            })
            #expect(server.record.wait(for: "closed 4001"))
            #expect(server.record.wait { $0.contains { $0.hasPrefix("client closed") } })
        }

        @Test func `nobody at the port is a failure`() throws {
            let gone = try TestServer()
            let port = gone.port
            gone.stop()
            let server = try server(port: port)
            #expect(server.record.wait(for: "client failed"))
        }

        @Test func `a refused upgrade is a failure`() throws {
            let server = try server(script: { handler in
                handler.onUpgrade = { _ in .refuse(HTTPResponse(status: 403)) }
            })
            #expect(server.record.wait(for: "client failed"))
            #expect(!server.record.all.contains("client opened"))
        }

        @Test func `two ends that only ping each other stay connected`() throws {
            let server = try server {
                $0.pingInterval = .milliseconds(40)
                $0.hangUpAfter = .milliseconds(400)
            }
            #expect(server.record.wait(for: "client opened"))
            // Both ends ping each other, so neither falls silent.
            #expect(!server.record.wait(within: 1) { $0.contains { $0.contains("closed") } })
        }

        @Test func `stopping closes clients as well`() throws {
            let server = try server()
            #expect(server.record.wait(for: "client opened"))
            server.stop()
            #expect(server.record.all.contains { $0.hasPrefix("client closed") })
            #expect(server.record.all.contains { $0.hasPrefix("closed") })
        }
    }
}
