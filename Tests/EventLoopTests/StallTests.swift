import EventLoop
import Glibc
import Testing

extension LoopTests {
    /// A reader that stalls while frames go out, then reads on.
    @Suite struct StallTests {
        /// Sends numbered frames to a connection whenever it takes them.
        private final class Broadcast {
            var number = 0
            var wasBehind = false
            let payloadBytes: Int

            init(payloadBytes: Int) {
                self.payloadBytes = payloadBytes
            }

            func sendNext(to connection: Connection, by handler: ScriptedHandler) {
                let start = "\(number) "
                let frame = SharedFrame(
                    text: start + String(repeating: "x", count: payloadBytes - start.utf8.count - 1)
                        + "!")
                number += 1
                handler.loop.send(frame, to: [connection.seat]) { _, outcome in
                    guard outcome == .behind else { return }
                    if !wasBehind { handler.record.add("behind") }
                    wasBehind = true
                }
            }
        }

        /// Opens a connection to a server that broadcasts frames of one size, one a millisecond.
        private func broadcastServer(
            payloadBytes: Int, by way: Way,
            _ configure: (inout Configuration) -> Void = { _ in }
        ) throws -> TestServer {
            try TestServer(by: way, configure) { handler in
                let broadcast = Broadcast(payloadBytes: payloadBytes)
                handler.onOpen = { connection in
                    handler.loop.schedule(every: .milliseconds(1)) {
                        broadcast.sendNext(to: connection, by: handler)
                    }
                }
                handler.onText = { text, connection in connection.enqueue("reply \(text)") }
                handler.onWritable = { connection in
                    broadcast.wasBehind = false
                    broadcast.sendNext(to: connection, by: handler)
                }
            }
        }

        private func sequence(_ frame: RawClient.Frame, _ payloadBytes: Int) -> Int? {
            guard frame.payload.count == payloadBytes, frame.payload.last == UInt8(ascii: "!"),
                let number = frame.text.split(separator: " ").first.flatMap({ Int($0) })
            else { return nil }
            return number
        }

        @Test(arguments: [300, 5000, 16_384, 200_000], Way.all)
        func `every frame that a stalled reader gets is whole and in order`(
            bytes: Int, way: Way
        ) throws {
            let server = try broadcastServer(payloadBytes: bytes, by: way)
            let client = try RawClient.open(
                port: server.port, receiveBuffer: 4096, over: way.transport)
            var pings = 0
            // Pings go in while the server cannot write, as that is when their answers could land in
            // the middle of a frame.
            while !server.record.all.contains("behind") {
                try client.sendFrame(9, Array("\(pings)".utf8))
                pings += 1
                usleep(2000)
            }
            for _ in 0..<10 {
                try client.sendFrame(9, Array("\(pings)".utf8))
                pings += 1
                usleep(2000)
            }
            var pongs: [Int] = []
            var last = -1
            var count = 0
            var gaps = 0
            while gaps == 0 || count < 40 {
                let message = try client.message { frame in
                    if frame.opcode == 10 { pongs.append(Int(frame.text) ?? -1) }
                }
                let frame = try #require(message)
                let number = try #require(sequence(frame, bytes), "corrupt after \(count) frames")
                #expect(number > last)
                if number > last + 1 { gaps += 1 }
                last = number
                count += 1
                if count > 100_000 { break }
            }
            #expect(gaps > 0)
            #expect(pongs == pongs.sorted())
            #expect(!pongs.isEmpty)
            #expect(server.record.wait(for: "writable"))
        }

        /// No ping finds room with a reader who is always behind, and none is answered here.
        @Test(arguments: Way.all)
        func `who reads slowly is not hung up on, and who stops is told of the end`(
            way: Way
        ) throws {
            let server = try broadcastServer(payloadBytes: 8000, by: way) {
                $0.pingInterval = .milliseconds(500)
                $0.hangUpAfter = .seconds(2)
            }
            let client = try RawClient.open(
                port: server.port, receiveBuffer: 32_768, over: way.transport)
            while !server.record.all.contains("behind") { usleep(2000) }
            let begun = ContinuousClock.now
            while begun.duration(to: .now) < .seconds(5) {
                _ = try #require(try client.message { _ in })
                usleep(40_000)
            }
            #expect(!server.record.all.contains("closed -"))
            #expect(server.record.wait(for: "closed -"))
        }

        /// All that waits for this reader waits in the system, so nothing tells of a socket that takes more.
        @Test(arguments: Way.all)
        func `who takes what was sent long ago is not hung up on, and who stops is`(way: Way) throws
        {
            let frame = SharedFrame(text: String(repeating: "s", count: 2000))
            let server = try TestServer(by: way) {
                $0.pingInterval = .milliseconds(300)
                $0.hangUpAfter = .seconds(2)
            } script: { handler in
                handler.onOpen = { connection in
                    for _ in 0..<12 { _ = connection.send(frame) }
                    handler.record.add("unsent \(connection.unsentBytes > 12_000)")
                }
            }
            let client = try RawClient.open(
                port: server.port, receiveBuffer: 4096, over: way.transport)
            #expect(server.record.wait(for: "unsent true"))
            let begun = ContinuousClock.now
            for _ in 0..<12 {
                _ = try #require(try client.message { _ in })
                usleep(300_000)
            }
            #expect(begun.duration(to: .now) > .seconds(3))
            #expect(!server.record.all.contains("closed -"))
            #expect(server.record.wait(for: "closed -"))
        }

        @Test(arguments: Way.all)
        func `replies to a stalled reader all come, in order`(way: Way) throws {
            let server = try broadcastServer(payloadBytes: 3000, by: way)
            let client = try RawClient.open(
                port: server.port, receiveBuffer: 4096, over: way.transport)
            while !server.record.all.contains("behind") { usleep(2000) }
            for index in 0..<100 { try client.sendText("\(index)") }
            #expect(server.record.wait(for: "text 99"))
            var replies: [String] = []
            while replies.count < 100 {
                let message = try #require(try client.message { _ in })
                if message.text.hasPrefix("reply ") {
                    replies.append(String(message.text.dropFirst(6)))
                } else {
                    #expect(sequence(message, 3000) != nil)
                }
            }
            #expect(replies == (0..<100).map(String.init))
        }

        @Test(arguments: Way.all)
        func `a reader that takes no replies is closed with the code of that`(
            way: Way
        ) throws {
            let server = try TestServer(by: way) {
                $0.maxQueuedReplies = 8
                $0.closeTimeout = .milliseconds(400)
            } script: { handler in
                let reply = SharedFrame(text: String(repeating: "r", count: 15_000))
                handler.onText = { _, connection in connection.enqueue(reply) }
            }
            let client = try RawClient.open(
                port: server.port, receiveBuffer: 4096, over: way.transport)
            var sent = 0
            while !server.record.all.contains("closed -"), sent < 20_000 {
                guard (try? client.sendText("more")) != nil else { break }
                sent += 1
                if sent > 200 { usleep(1000) }
            }
            #expect(server.record.wait(for: "closed -"))
        }

        @Test(arguments: Way.all)
        func `writable is called once for a connection that was behind`(
            way: Way
        ) throws {
            let server = try TestServer(by: way) { _ in
            } script: { handler in
                let frame = SharedFrame(text: String(repeating: "f", count: 8000))
                handler.onText = { text, connection in
                    guard text == "fill" else { return connection.enqueue("end of \(text)") }
                    var outcome = connection.send(frame)
                    while outcome == .sent { outcome = connection.send(frame) }
                    handler.record.add("\(outcome) \(connection.isBehind)")
                    _ = connection.send(frame)
                }
            }
            let client = try RawClient.open(
                port: server.port, receiveBuffer: 4096, over: way.transport)
            let writables = { (events: [String]) in events.filter { $0 == "writable" }.count }
            for round in 1...3 {
                try client.sendText("fill")
                #expect(
                    server.record.wait { $0.filter { $0.hasPrefix("behind") }.count == round })
                // A reply goes out behind all frames, so reading up to it is reading all of them.
                // Who has read them may still be ahead of the loop, which then notes `writable`.
                try client.sendText("round \(round)")
                while true {
                    let message = try #require(try client.message())
                    if message.text == "end of round \(round)" { break }
                    #expect(message.payload.count == 8000)
                }
                #expect(server.record.wait { writables($0) == round })
            }
            try client.sendText("all")
            #expect(try client.message()?.text == "end of all")
            #expect(writables(server.record.all) == 3)
        }
    }
}
