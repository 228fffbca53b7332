import EventLoop
import Glibc
import Testing

extension LoopTests {
    /// One frame to many connections in one go.
    @Suite struct FanOutTests {
        /// Sends what it is told to everyone at once, and notes how it went for each.
        private func server(_ way: Way) throws -> TestServer {
            try TestServer(by: way) { _ in
            } script: { handler in
                handler.onText = { text, _ in
                    var outcomes: [Int: [Connection.SendOutcome]] = [:]
                    handler.loop.send(SharedFrame(text: text), to: handler.connections.map(\.seat))
                    {
                        outcomes[$0, default: []].append($1)
                    }
                    let isOnce =
                        outcomes.count == handler.connections.count
                        && outcomes.values.allSatisfy { $0.count == 1 }
                    let told = outcomes.values.map { $0[0] }
                    handler.record.add(
                        "\(isOnce ? "once" : "not once") sent \(told.count { $0 == .sent }) "
                            + "behind \(told.count { $0 == .behind }) gone \(told.count { $0 == .gone })"
                    )
                }
            }
        }

        /// More than go into one call of the system, where the way has such calls.
        @Test(arguments: Way.all)
        func `a frame reaches each of many connections once`(way: Way) throws {
            // Both ends are in this process.
            var limit = rlimit()
            let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
            unsafe getrlimit(kind, &limit)
            limit.rlim_cur = limit.rlim_max
            unsafe setrlimit(kind, &limit)
            let server = try server(way)
            let count = way == .tls ? 20 : min(1100, Int(clamping: limit.rlim_cur) / 2 - 100)
            let clients = try (0..<count).map { _ in
                try RawClient.open(port: server.port, over: way.transport)
            }
            try clients[0].sendText("first")
            try clients[0].sendText("second")
            for client in clients {
                #expect(try client.message()?.text == "first")
                #expect(try client.message()?.text == "second")
            }
            #expect(server.record.wait(for: "once sent \(count) behind 0 gone 0"))
        }

        @Test(arguments: Way.all)
        func `those that are stalled or closing are told of, and do not trouble the others`(
            way: Way
        ) throws {
            let server = try TestServer(by: way) {
                $0.closeTimeout = .seconds(60)
            } script: { handler in
                let filling = SharedFrame(text: String(repeating: "f", count: 40_000))
                func fill(_ connection: Connection) {
                    while connection.send(filling) == .sent {}
                }
                // What it takes late makes no room either.
                handler.onWritable = fill
                handler.onText = { text, connection in
                    if text == "close" { connection.close(code: .serviceRestart) }
                    if text == "fill" { fill(connection) }
                    guard text == "all" else { return }
                    var outcomes: [Connection.SendOutcome?] = handler.connections.map { _ in nil }
                    handler.loop.send(
                        SharedFrame(text: "to all"), to: handler.connections.map(\.seat)
                    ) {
                        outcomes[$0] = $1
                    }
                    for outcome in outcomes { handler.record.add("told \(outcome!)") }
                }
            }
            let clients = try (0..<6).map { index in
                try RawClient.open(
                    port: server.port, receiveBuffer: index % 3 == 1 ? 4096 : nil,
                    over: way.transport)
            }
            for client in [clients[1], clients[4]] { try client.sendText("fill") }
            try clients[4].sendText("close")
            #expect(server.record.wait(for: "text close"))
            try clients[0].sendText("all")
            for index in [0, 2, 3, 5] { #expect(try clients[index].message()?.text == "to all") }
            var told: [String] = []
            let isTold = server.record.wait { events in
                told = events.filter { $0.hasPrefix("told ") }
                return told.count == 6
            }
            #expect(isTold)
            #expect(
                told == ["sent", "behind", "sent", "sent", "gone", "sent"].map { "told \($0)" })
        }

        @Test func `a connection whose socket fails is given up, and the others get their frame`()
            throws
        {
            for way in Way.all where way != .tls {
                let server = try server(way)
                let clients = try (0..<3).map { _ in try RawClient.open(port: server.port) }
                server.onLoop { _ in }
                // A reset, which the server's next write meets.
                var linger = linger(l_onoff: 1, l_linger: 0)
                unsafe _ = setsockopt(
                    clients[1].descriptor, SOL_SOCKET, SO_LINGER, &linger,
                    socklen_t(MemoryLayout<Glibc.linger>.size))
                shutdown(clients[1].descriptor, CInt(SHUT_RDWR))
                try clients[0].sendText("on")
                #expect(try clients[0].message()?.text == "on")
                #expect(try clients[2].message()?.text == "on")
                #expect(server.record.wait(for: "closed -"))
            }
        }

        @Test(.enabled(if: Way.isRingPossible, "this machine does not let a process have io_uring"))
        func `io_uring is what is chosen where it is to be had`() throws {
            let server = try TestServer()
            let record = server.record
            server.onLoop { record.add($0.writing.rawValue) }
            #expect(record.all == ["io_uring"])
        }
    }
}
