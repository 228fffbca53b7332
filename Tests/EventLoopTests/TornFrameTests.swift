import EventLoop
import Glibc
import Testing

extension LoopTests {
    /// Readers with windows of a few hundred bytes, who take every byte apart: whatever comes between
    /// (pings, pongs, replies, closes), no frame is ever torn, lost in part, or out of its order.
    ///
    /// `LIVETIMING_TORN_SECONDS` is how long each way is tried.
    @Suite struct TornFrameTests {
        private static let seconds =
            unsafe getenv("LIVETIMING_TORN_SECONDS").flatMap { unsafe Int(String(cString: $0)) }
            ?? 12
        private static let sizes = [40, 125, 126, 900, 5000, 16_384, 16_385, 70_000]
        private static let readers = 6

        private static let pattern = (0..<80_000).map { UInt8(33 + $0 * 7 % 90) }

        /// A number, and bytes that follow from it.
        private static func message(_ number: Int) -> [UInt8] {
            let head = Array("\(number):".utf8)
            let start = number % 90
            return head + pattern[start..<start + sizes[number % sizes.count] - head.count]
        }

        private func server(_ way: Way) throws -> TestServer {
            try TestServer(by: way) {
                $0.pingInterval = .milliseconds(20)
                $0.hangUpAfter = .seconds(20)
                $0.sendBufferBytes = 4096
            } script: { handler in
                var number = 0
                handler.onText = { text, connection in connection.enqueue("reply \(text)") }
                handler.loop.schedule(every: .milliseconds(1)) {
                    number += 1
                    handler.loop.send(
                        SharedFrame(Self.message(number)), to: handler.connections.map(\.seat)
                    ) {
                        _, _ in
                    }
                }
            }
        }

        /// Reads for a while, then closes, and reads on to the end. Answers how many messages came.
        private func read(
            _ server: TestServer, _ way: Way, _ random: inout some RandomNumberGenerator
        ) throws
            -> Int
        {
            let client = try RawClient.open(
                port: server.port, receiveBuffer: 2304, over: way.transport)
            var (count, last, asked, answered) = (0, 0, 0, 0)
            let wanted = Int.random(in: 1...120, using: &random)
            var isClosing = false
            while true {
                if !isClosing, Int.random(in: 0..<4, using: &random) == 0 {
                    try client.sendFrame(9, Array("\(count)".utf8))
                }
                if !isClosing, Int.random(in: 0..<4, using: &random) == 0 {
                    try client.sendText("\(asked)")
                    asked += 1
                }
                if Int.random(in: 0..<6, using: &random) == 0 {
                    usleep(UInt32.random(in: 100...20_000, using: &random))
                }
                let frame = try client.message { frame in
                    // Nobody but libwebsockets makes these; their payload is what was asked for.
                    if frame.opcode == 9 { #expect(frame.text == "ping") }
                    if frame.opcode == 10 { #expect(Int(frame.text) != nil, "a torn pong") }
                }
                guard let frame, frame.opcode != 8 else {
                    #expect(
                        isClosing,
                        "the server closed: \(frame?.closeCode as Any) after \(count) of \(wanted)")
                    return count
                }
                if frame.text.hasPrefix("reply ") {
                    #expect(frame.text == "reply \(answered)")
                    answered += 1
                } else {
                    let number = try #require(
                        frame.text.split(separator: ":").first.flatMap { Int($0) }, "a torn frame")
                    #expect(number > last)
                    let isWhole = frame.payload == Self.message(number)
                    try #require(isWhole, "frame \(number) is not as it was sent")
                    last = number
                    count += 1
                }
                if !isClosing, count >= wanted {
                    isClosing = true
                    try client.sendClose(1000)
                }
            }
        }

        @Test(arguments: Way.all)
        func `no frame is torn`(way: Way) throws {
            let server = try server(way)
            let record = Record()
            let until = ContinuousClock.now + .seconds(Self.seconds)
            runOnThreads(Self.readers) { reader in
                var random = SystemRandomNumberGenerator()
                var (count, visits) = (0, 0)
                while ContinuousClock.now < until {
                    do {
                        count += try read(server, way, &random)
                        visits += 1
                    } catch {
                        Issue.record("reader \(reader), visit \(visits): \(error)")
                        return
                    }
                }
                record.add("\(count) messages, \(visits) visits")
            }
            #expect(record.all.count == Self.readers)
            print("torn frames, \(way): \(record.all)")
        }
    }
}
