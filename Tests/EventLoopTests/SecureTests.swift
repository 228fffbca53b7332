import Certificates
import EventLoop
import Testing

extension LoopTests {
    /// What TLS adds to a server.
    @Suite struct SecureTests {
        private func echoServer() throws -> TestServer {
            try TestServer(over: .tls) { _ in
            } script: { handler in
                handler.onText = { text, connection in connection.enqueue(text) }
                handler.onRequest = { request, responder in
                    responder.respond(
                        HTTPResponse(status: 200, contentType: "text/plain", text: request.path))
                }
            }
        }

        private func plainPort(_ server: TestServer) -> UInt16 {
            let record = Record()
            server.onLoop { record.add("\($0.boundPort)") }
            return UInt16(record.all[0])!
        }

        @Test func `the plain port goes on beside it, and one limit counts both`() throws {
            let server = try TestServer(over: .tls) { $0.connectionLimit = ConnectionLimit(2) }
            let port = plainPort(server)
            let first = try RawClient.open(port: port)
            let second = try RawClient.open(port: server.port, over: .tls)
            for transport in Transport.allCases {
                let third = try RawClient(
                    port: transport == .tls ? server.port : port, over: transport)
                try third.request(
                    "GET /ws",
                    RawClient.upgradeHeaders + ["Sec-WebSocket-Protocol: livetiming.v1.json"])
                #expect(try third.response().status == 503)
            }
            withExtendedLifetime((first, second)) {}
        }

        @Test(arguments: [
            (["h2", "http/1.1"], "http/1.1"), (["http/1.1"], "http/1.1"), (["h2"], nil), ([], nil),
        ])
        func `only HTTP 1.1 is agreed on`(offered: [String], agreed: String?) throws {
            let server = try echoServer()
            let client = try RawClient(port: server.port, over: .tls, offering: offered)
            #expect(client.tls?.version == agreed)
            try client.request("GET /x")
            #expect(try client.response().text == "/x")
        }

        @Test func `plain HTTP at the port of TLS ends, and harms nobody`() throws {
            let server = try echoServer()
            let plain = try RawClient(port: server.port)
            try plain.request("GET /")
            #expect(try plain.waitForEnd())
            let client = try RawClient(port: server.port, over: .tls)
            try client.request("GET /x")
            #expect(try client.response().text == "/x")
        }

        @Test func `TLS at the plain port is answered with a sentence`() throws {
            let server = try TestServer()
            let client = try RawClient(port: server.port)
            // The beginning of a ClientHello.
            try client.send([22, 3, 1, 0, 200, 1, 0, 0, 196, 3, 3])
            let response = try client.response()
            #expect(response.status == 400)
            #expect(response.text.contains("TLS"))
            #expect(try client.waitForEnd())
        }

        @Test func `another certificate is for new connections, and open ones go on`() throws {
            let server = try echoServer()
            let open = try RawClient.open(port: server.port, over: .tls)
            #expect(open.tls?.fingerprint == Transport.pair.certificate.fingerprint)
            let other = Transport.makePair()
            let record = Record()
            server.onLoop { record.add("\($0.use(other))") }
            #expect(record.all == ["true"])
            let new = try RawClient.open(port: server.port, over: .tls)
            #expect(new.tls?.fingerprint == other.certificate.fingerprint)
            for client in [open, new] {
                let text = String(repeating: "x", count: 40_000)
                try client.sendText(text)
                #expect(try client.message()?.text == text)
            }
        }

        @Test func `where there is no TLS no certificate is taken`() throws {
            let server = try TestServer()
            let record = Record()
            server.onLoop { record.add("\($0.use(Transport.pair)) \($0.boundSecurePort as Any)") }
            #expect(record.all == ["false nil"])
        }
    }
}
