import EventLoop
import Testing

extension LoopTests {
    @Suite struct MessageTests {
        private func echoServer(by way: Way) throws -> TestServer {
            try TestServer(by: way) { _ in
            } script: { handler in
                handler.onText = { text, connection in connection.enqueue(text) }
            }
        }

        @Test(arguments: Way.all)
        func `a message is echoed`(way: Way) throws {
            let server = try echoServer(by: way)
            let client = try RawClient.open(port: server.port, over: way.transport)
            try client.sendText("grün")
            #expect(
                try client.frame() == .init(opcode: 1, isFinal: true, payload: Array("grün".utf8)))
        }

        @Test(
            arguments: [0, 1, 125, 126, 1023, 1024, 1025, 16384, 16385, 65535, 65536],
            Way.all)
        func `a message of any length comes back as it was`(
            count: Int, way: Way
        ) throws {
            let server = try echoServer(by: way)
            let client = try RawClient.open(port: server.port, over: way.transport)
            let text = String((0..<count).map { Character(UnicodeScalar(UInt8(97 + $0 % 26))) })
            try client.sendText(text)
            let message = try client.message()
            #expect(message?.opcode == 1)
            #expect(message?.text == text)
        }

        @Test(arguments: Way.all)
        func `a message in pieces with a ping between them is one message`(way: Way)
            throws
        {
            let server = try echoServer(by: way)
            let client = try RawClient.open(port: server.port, over: way.transport)
            try client.sendFrame(1, Array("one ".utf8), isFinal: false)
            try client.sendFrame(9, Array("p".utf8))
            #expect(
                try client.frame() == .init(opcode: 10, isFinal: true, payload: Array("p".utf8)))
            try client.sendFrame(0, Array("two ".utf8), isFinal: false)
            try client.sendFrame(0, Array("three".utf8))
            #expect(try client.message()?.text == "one two three")
            #expect(server.record.all.contains("text one two three"))
        }

        @Test(arguments: Way.all)
        func `a message at the limit is taken and one byte more is not`(way: Way) throws {
            let server = try TestServer(by: way) {
                $0.maxMessageBytes = 5000
            } script: { handler in
                handler.onText = { text, connection in connection.enqueue("\(text.utf8.count)") }
                handler.onTooLarge = { $0.enqueue("too large") }
            }
            let client = try RawClient.open(port: server.port, over: way.transport)
            try client.sendFrame(1, [UInt8](repeating: 120, count: 5000))
            #expect(try client.frame()?.text == "5000")
            try client.sendFrame(1, [UInt8](repeating: 120, count: 5001))
            #expect(try client.frame()?.text == "too large")
            let close = try client.frame()
            #expect(close?.opcode == 8)
            #expect(close?.closeCode == 1009)
            try client.sendClose(1009)
            #expect(try client.frame() == nil)
            #expect(server.record.wait { $0.last?.hasPrefix("closed") == true })
        }

        @Test(arguments: Way.all)
        func `binary messages are told apart from text`(way: Way) throws {
            let server = try echoServer(by: way)
            let client = try RawClient.open(port: server.port, over: way.transport)
            try client.sendFrame(2, Array("b".utf8))
            #expect(server.record.wait(for: "binary b"))
        }

        @Test(arguments: Way.all)
        func `text that is not UTF-8 closes the connection`(way: Way) throws {
            let server = try echoServer(by: way)
            let client = try RawClient.open(port: server.port, over: way.transport)
            try client.sendFrame(1, [0xc3, 0x28])
            let close = try client.frame()
            #expect(close?.closeCode == 1007)
        }

        @Test(arguments: [1000, 1001, 3000, 4001, 4999], Way.all)
        func `a close by the client is answered with its code`(
            code: Int, way: Way
        ) throws {
            let server = try echoServer(by: way)
            let client = try RawClient.open(port: server.port, over: way.transport)
            try client.sendClose(code)
            #expect(try client.frame()?.closeCode == code)
            #expect(try client.frame() == nil)
            #expect(server.record.wait(for: "closed \(code)"))
        }

        @Test(arguments: [1000, 1012, 1013, 4000, 4500], Way.all)
        func `a close by the server carries its code and comes after the replies`(
            code: Int, way: Way
        ) throws {
            let server = try TestServer(by: way) { _ in
            } script: { handler in
                handler.onText = { text, connection in
                    connection.enqueue("before")
                    connection.close(code: CloseCode(rawValue: UInt16(code)), reason: "because")
                    connection.enqueue("after")
                }
            }
            let client = try RawClient.open(port: server.port, over: way.transport)
            try client.sendText("go")
            #expect(try client.frame()?.text == "before")
            let close = try client.frame()
            #expect(close?.closeCode == code)
            #expect(
                close.map { String(decoding: $0.payload.dropFirst(2), as: UTF8.self) } == "because")
            try client.sendClose(code)
            #expect(try client.frame() == nil)
            #expect(server.record.wait { $0.last?.hasPrefix("closed") == true })
        }

        @Test(arguments: Way.all)
        func `a client that just goes away is noticed`(way: Way) throws {
            let server = try echoServer(by: way)
            var client: RawClient? = try RawClient.open(port: server.port, over: way.transport)
            try client?.sendText("hello")
            _ = try client?.frame()
            client = nil
            #expect(server.record.wait(for: "closed -"))
        }
    }
}
