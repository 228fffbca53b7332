import EventLoop
import Testing

extension LoopTests {
    @Suite struct UpgradeTests {
        @Test func `a client that offers the subprotocol is let in and told so`() throws {
            let server = try TestServer()
            let client = try RawClient(port: server.port)
            try client.request(
                "GET /ws",
                RawClient.upgradeHeaders + ["Sec-WebSocket-Protocol: other, livetiming.v1.json"])
            let response = try client.response()
            #expect(response.status == 101)
            #expect(
                response.head.lowercased().contains("sec-websocket-protocol: livetiming.v1.json"))
            #expect(server.record.wait(for: "opened"))
        }

        @Test(arguments: [
            ["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"],
            RawClient.upgradeHeaders,
            RawClient.upgradeHeaders + ["Sec-WebSocket-Protocol: livetiming.v2.json"],
            RawClient.upgradeHeaders + ["Sec-WebSocket-Protocol: http requests"],
            RawClient.upgradeHeaders + [
                "Sec-WebSocket-Protocol: " + String(repeating: "x", count: 300)
            ],
        ])
        func `an upgrade without key or subprotocol is answered 400`(headers: [String]) throws {
            let server = try TestServer()
            let client = try RawClient(port: server.port)
            try client.request("GET /ws", headers)
            let response = try client.response()
            #expect(response.status == 400)
            #expect(response.head.contains("Connection: close"))
            #expect(try client.waitForEnd())
            #expect(!server.record.all.contains("opened"))
        }

        @Test func `another version of the protocol is answered 426`() throws {
            let server = try TestServer()
            let client = try RawClient(port: server.port)
            let headers = RawClient.upgradeHeaders.filter { !$0.contains("Version") }
            try client.request("GET /ws", headers + ["Sec-WebSocket-Version: 8"])
            #expect(try client.response().status == 426)
        }

        @Test func `the handler refuses with its own answer`() throws {
            let server = try TestServer { _ in
            } script: { handler in
                handler.onUpgrade = { request in
                    request[.origin] == "https://evil.example"
                        ? .refuse(HTTPResponse(status: 403, contentType: "text/plain", text: "no"))
                        : .accept
                }
            }
            let client = try RawClient(port: server.port)
            try client.request(
                "GET /ws",
                RawClient.upgradeHeaders + [
                    "Sec-WebSocket-Protocol: livetiming.v1.json", "Origin: https://evil.example",
                ])
            let response = try client.response()
            #expect(response.status == 403)
            #expect(response.text == "no")
        }

        @Test func `a full server answers 503 and lets others in when one has left`() throws {
            let server = try TestServer { $0.connectionLimit = ConnectionLimit(2) }
            let first = try RawClient.open(port: server.port)
            let second = try RawClient.open(port: server.port)
            let third = try RawClient(port: server.port)
            try third.request(
                "GET /ws",
                RawClient.upgradeHeaders + ["Sec-WebSocket-Protocol: livetiming.v1.json"])
            let response = try third.response()
            #expect(response.status == 503)
            #expect(response.head.contains("Retry-After: "))
            try first.sendClose(1000)
            #expect(server.record.wait(for: "closed 1000"))
            let fourth = try RawClient.open(port: server.port)
            try fourth.sendText("hello")
            #expect(server.record.wait(for: "text hello"))
            _ = second
        }

        @Test func `a wish for HTTP 2 is ignored`() throws {
            let server = try TestServer { _ in
            } script: { handler in
                handler.onRequest = { _, responder in
                    responder.respond(
                        HTTPResponse(status: 200, contentType: "text/plain", text: "one"))
                }
            }
            let client = try RawClient(port: server.port)
            try client.request(
                "GET /",
                [
                    "Upgrade: h2c", "Connection: Upgrade, HTTP2-Settings",
                    "HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA",
                ])
            #expect(try client.response().text == "one")
        }
    }
}
