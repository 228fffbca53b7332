import Testing

@testable import LiveTiming

@Suite("RMonitor feed")
struct RMonitorFeedTests {
    @Test("lines may end in any way, and empty ones keep their numbers")
    func lineEnds() {
        for end in ["\n", "\r\n", "\r"] {
            let text = ["$B,1,\"a\"", "", "  ", "$B,2,\"b\""].joined(separator: end)
            let feed = RMonitorFeed(bytes: Array(text.utf8))
            #expect(feed.lines.map(\.number) == [1, 4])
            #expect(feed.lines.map(\.text) == ["$B,1,\"a\"", "$B,2,\"b\""])
            #expect(feed.problems.isEmpty)
            #expect(RMonitorFeed(bytes: Array((text + end).utf8)) == feed)
        }
    }

    @Test("a line is UTF-8 or else Latin-1")
    func encodings() {
        let utf8 = Array("$C,1,\"Zoë\"\n".utf8)
        let latin1 = utf8.flatMap { $0 == 0xC3 ? [] : $0 == 0xAB ? [0xEB] : [$0] }
        let marked: [UInt8] = [0xEF, 0xBB, 0xBF]
        let feed = RMonitorFeed(bytes: marked + utf8 + latin1)
        #expect(
            feed.lines.map(\.record)
                == Array(repeating: .raceClass(number: 1, description: "Zoë"), count: 2))
    }

    @Test("unknown records are counted and malformed ones reported with their line")
    func faults() {
        let feed = RMonitorFeed(
            bytes: Array("$SP,1\n$SR,2\n$J,1\n$SP,3\nnoise\n$B,1,\"\"\n".utf8))
        #expect(feed.unknown == ["$SP": 2, "$SR": 1])
        #expect(feed.problems.map(\.line) == [3, 5])
        #expect(feed.problems.first?.description == "line 3: field 2 (lap time) is missing")
        #expect(feed.lines.count == 1)
    }

    @Test("nothing makes nothing")
    func empty() {
        #expect(RMonitorFeed(bytes: []).lines.isEmpty)
        #expect(RMonitorFeed(bytes: Array("\r\n".utf8)).problems.isEmpty)
    }
}
