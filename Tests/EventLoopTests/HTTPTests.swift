import EventLoop
import Glibc
import Testing

extension LoopTests {
    @Suite struct HTTPTests {
        /// Answers with what it was asked.
        private func mirror(
            over transport: Transport, _ configure: (inout Configuration) -> Void = { _ in }
        ) throws -> TestServer {
            try TestServer(over: transport, configure) { handler in
                handler.onRequest = { request, responder in
                    let query = request.query.map { "\($0.name)=\($0.value)" }.joined(
                        separator: ";")
                    let body = String(decoding: request.body.prefix(100), as: UTF8.self)
                    responder.respond(
                        HTTPResponse(
                            status: 200, contentType: "text/plain",
                            text: "\(request.method.rawValue) \(request.path) [\(query)] \(body)"))
                }
            }
        }

        @Test(arguments: Transport.allCases)
        func `several requests go over one connection`(
            transport: Transport
        ) throws {
            let server = try mirror(over: transport)
            let client = try RawClient(port: server.port, over: transport)
            for index in 0..<5 {
                try client.request("GET /a/\(index)?x=1&name=B%20%C3%A4&flag")
                let response = try client.response()
                #expect(response.status == 200)
                #expect(response.text == "GET /a/\(index) [x=1;name=B ä;flag=] ")
                #expect(!response.head.contains("Connection: close"))
                #expect(!response.head.lowercased().contains("server:"))
                #expect(response.head.contains("Date: "))
            }
        }

        @Test(arguments: Transport.allCases)
        func `requests sent ahead are answered in order`(
            transport: Transport
        ) throws {
            let server = try mirror(over: transport)
            let client = try RawClient(port: server.port, over: transport)
            let requests = (0..<20).map { "GET /\($0) HTTP/1.1\r\nHost: x\r\n\r\n" }
            try client.send(requests.joined())
            for index in 0..<20 {
                #expect(try client.response().text == "GET /\(index) [] ")
            }
        }

        @Test(arguments: Transport.allCases)
        func `a POST sent ahead of a GET keeps its own body`(
            transport: Transport
        ) throws {
            let server = try mirror(over: transport)
            let client = try RawClient(port: server.port, over: transport)
            try client.send(
                "POST /p HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabcGET /g HTTP/1.1\r\nHost: x\r\n\r\n"
            )
            #expect(try client.response().text == "POST /p [] abc")
            #expect(try client.response().text == "GET /g [] ")
        }

        @Test(arguments: Transport.allCases)
        func `a client of HTTP 1.0 is answered and let go`(
            transport: Transport
        ) throws {
            let server = try mirror(over: transport)
            let client = try RawClient(port: server.port, over: transport)
            try client.send("GET / HTTP/1.0\r\n\r\n")
            let response = try client.response()
            #expect(response.head.contains("Connection: close"))
            #expect(try client.waitForEnd())
        }

        @Test(arguments: Transport.allCases)
        func `HEAD has the length and no body`(
            transport: Transport
        ) throws {
            let server = try mirror(over: transport)
            let client = try RawClient(port: server.port, over: transport)
            try client.request("HEAD /x")
            let response = try client.response(hasBody: false)
            #expect(response.head.contains("Content-Length: 11"))
            try client.request("GET /y")
            #expect(try client.response().text == "GET /y [] ")
        }

        @Test(arguments: Transport.allCases)
        func `a body at the limit is taken and one byte more is answered 413`(
            transport: Transport
        ) throws {
            let server = try mirror(over: transport) { $0.maxRequestBodyBytes = 100_000 }
            let client = try RawClient(port: server.port, over: transport)
            let body = [UInt8](repeating: 98, count: 100_000)
            try client.request("POST /p", body: body)
            #expect(try client.response().text.hasSuffix("bbb"))
            try client.request("POST /p", body: body + [98])
            #expect(try client.response().status == 413)
            #expect(try client.waitForEnd())
        }

        @Test(arguments: Transport.allCases)
        func `a client that waits to be asked for its body is asked`(
            transport: Transport
        ) throws {
            let server = try mirror(over: transport)
            let client = try RawClient(port: server.port, over: transport)
            try client.request("POST /p", ["Expect: 100-continue", "Content-Length: 2"])
            #expect(try client.response(hasBody: false).status == 100)
            try client.send("ok")
            #expect(try client.response().text == "POST /p [] ok")
        }

        @Test(
            arguments: [
                ("POST /p", ["Transfer-Encoding: chunked"], 411),
                ("POST /p", [], 411),
                ("POST /p", ["Content-Length: 0x10"], 400),
                ("POST /p", ["Content-Length: -1"], 400),
                ("GET /p", ["Content-Length: 5", "Content-Length: 6"], 400),
                ("GET /p", ["Content-Length: 99999999999999999999999"], 413),
                ("DELETE /p", [], 405),
                ("PUT /p", ["Content-Length: 0"], 405),
                ("OPTIONS /p", [], 405),
                ("BREW /p", [], 501),
                ("\u{1}\u{2}\u{3}", [], 400),
            ], Transport.allCases)
        func `what cannot be served is answered with its status`(
            request: (line: String, headers: [String], status: Int), transport: Transport
        ) throws {
            let server = try mirror(over: transport)
            let client = try RawClient(port: server.port, over: transport)
            try client.request(request.line, request.headers)
            let response = try client.response()
            #expect(response.status == request.status)
            #expect(!response.text.contains("<html"))
            #expect(server.record.all.isEmpty)
        }

        @Test(arguments: Transport.allCases)
        func `garbage harms nobody else`(
            transport: Transport
        ) throws {
            let server = try mirror(over: transport)
            for seed in 0..<200 {
                var state = UInt64(seed) &* 0x9e37_79b9_7f4a_7c15 | 1
                let client = try RawClient(port: server.port, over: transport)
                let bytes = (0..<300).map { _ -> UInt8 in
                    state ^= state << 13
                    state ^= state >> 7
                    state ^= state << 17
                    return UInt8(truncatingIfNeeded: state)
                }
                try? client.send(seed % 2 == 0 ? bytes : Array("GET /".utf8) + bytes)
            }
            let client = try RawClient(port: server.port, over: transport)
            try client.request("GET /fine")
            #expect(try client.response().text == "GET /fine [] ")
        }

        @Test(arguments: Transport.allCases)
        func `a large body comes whole, also to a client that reads slowly`(
            transport: Transport
        ) throws {
            let size = 20_000_000
            let expected =
                [UInt8](repeating: 1, count: size / 2) + Array(repeating: 2, count: size / 2)
            let server = try TestServer(over: transport) { _ in
            } script: { handler in
                handler.onRequest = { _, responder in
                    responder.respond(HTTPResponse(status: 200, body: expected))
                }
            }
            let client = try RawClient(port: server.port, receiveBuffer: 65536, over: transport)
            for _ in 0..<2 {
                try client.request("GET /large")
                usleep(50_000)
                let body = try client.response().body
                #expect(body.count == size)
                #expect(body == expected)
            }
        }

        @Test(arguments: Transport.allCases)
        func `a client that sends ahead and reads nothing does not keep the loop awake`(
            transport: Transport
        ) throws {
            let server = try TestServer(over: transport) { _ in
            } script: { handler in
                let body = [UInt8](repeating: 1, count: 50_000_000)
                handler.onRequest = { _, responder in
                    responder.respond(HTTPResponse(status: 200, body: body))
                }
            }
            let client = try RawClient(port: server.port, receiveBuffer: 4096, over: transport)
            try client.request("GET /1")
            try client.request("GET /2")
            #expect(server.record.wait(for: "GET /1"))
            usleep(100_000)
            let start = processorTime()
            usleep(300_000)
            #expect(processorTime() - start < .milliseconds(150))
        }

        @Test(arguments: Transport.allCases)
        func `an answer may come later, from another thread`(
            transport: Transport
        ) throws {
            let server = try TestServer(over: transport) { _ in
            } script: { handler in
                let mailbox = handler.loop.mailbox
                handler.onRequest = { _, responder in
                    let responder = LoopBound(responder)
                    startThread {
                        let answer = HTTPResponse(
                            status: 200, contentType: "text/plain", text: "found")
                        mailbox.post { responder.value.respond(answer) }
                    }
                }
            }
            let client = try RawClient(port: server.port, over: transport)
            for _ in 0..<3 {
                try client.request("GET /slow")
                #expect(try client.response().text == "found")
            }
        }

        @Test(arguments: Transport.allCases)
        func `an answer to a client that has left goes nowhere`(
            transport: Transport
        ) throws {
            let server = try TestServer(over: transport) { _ in
            } script: { handler in
                var waiting: [HTTPResponder] = []
                handler.onRequest = { request, responder in
                    if request.path == "/wait" { return waiting.append(responder) }
                    for responder in waiting {
                        responder.respond(HTTPResponse(status: 200, body: [1]))
                    }
                    responder.respond(HTTPResponse(status: 204))
                }
            }
            do {
                let client = try RawClient(port: server.port, over: transport)
                try client.request("GET /wait")
                #expect(server.record.wait(for: "GET /wait"))
            }
            let other = try RawClient(port: server.port, over: transport)
            for _ in 0..<3 {
                try other.request("GET /go")
                #expect(try other.response().status == 204)
            }
        }

        @Test(arguments: Transport.allCases)
        func `a request that is never answered is cut off`(
            transport: Transport
        ) throws {
            let server = try TestServer(over: transport) {
                $0.requestTimeout = .milliseconds(100)
                $0.pingInterval = .milliseconds(100)
            } script: { handler in
                handler.onRequest = { _, _ in }
            }
            let client = try RawClient(port: server.port, over: transport)
            try client.request("GET /")
            #expect(try client.waitForEnd())
        }
    }
}
