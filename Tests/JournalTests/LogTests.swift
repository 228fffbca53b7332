import Testing

@testable import Journal

@Suite struct LogTests {
    let directory = TemporaryDirectory()

    @Test func `an event comes back as it was written`() throws {
        let journal = try Journal(directory: directory.path)
        let plain = EventRow(
            track: "", epoch: "e", seq: 1, commandID: "c", receivedAt: 5, actor: "control",
            type: "runnerRegistered", body: Array("{}".utf8))
        let full = Sample.event(
            1, run: "r1", instant: 7, source: [0, 255, 0], body: #"{"name":"Zoë 🏁"}"#)
        let empty = Sample.event(2, split: "s1", source: [], body: "")
        try journal.write(Transaction(events: [plain, full, empty]))
        let history = try History(directory: directory.path)
        #expect(try history.events(of: "", after: 0, limit: 9) == [plain])
        #expect(try history.events(of: "hill", after: 0, limit: 9) == [full, empty])
        #expect(try history.heads().map(\.track) == ["", "hill"])
        journal.close()
    }

    @Test func `a log is read from any place and no further than asked`() throws {
        let journal = try Journal(directory: directory.path)
        try journal.write(Transaction(events: (1...1000).map { Sample.event($0) }))
        let history = try History(directory: directory.path)
        #expect(
            try history.events(of: "hill", after: 997, limit: 9).map(\.seq) == [998, 999, 1000])
        #expect(try history.events(of: "hill", after: 10, limit: 2).map(\.seq) == [11, 12])
        #expect(try history.events(of: "hill", after: 1000, limit: 2).isEmpty)
        var seen: Int64 = 0
        try history.forEachEvent(of: "hill") { event in
            #expect(event.seq == seen + 1)
            seen = event.seq
            return seen < 700
        }
        #expect(seen == 700)
        journal.close()
    }

    @Test func `the events of runs and of splits come in one order, each once`() throws {
        let journal = try Journal(directory: directory.path)
        try journal.write(
            Transaction(events: [
                Sample.event(1), Sample.event(2, run: "r2"), Sample.event(3, split: "s1"),
                Sample.event(4, run: "r1"), Sample.event(5, split: "s2"),
                Sample.event(6, run: "r2"), Sample.event(1, track: "lake", run: "r1"),
            ]))
        let history = try History(directory: directory.path)
        func find(_ runs: [String], _ splits: [String]) throws -> [Int64] {
            try history.events(ofRuns: runs, splits: splits, of: "hill").map(\.seq)
        }
        #expect(try find(["r1", "r2", "r1"], ["s1"]) == [2, 3, 4, 6])
        #expect(try find([], ["s2", "s1", "s2"]) == [3, 5])
        #expect(try find(["s1"], ["r1"]) == [])
        #expect(try find([], []) == [])
        journal.close()
    }

    @Test func `definitions are the events of no run and no split`() throws {
        let journal = try Journal(directory: directory.path)
        try journal.write(
            Transaction(events: [
                Sample.event(1), Sample.event(2, run: "r1"), Sample.event(3, split: "s1"),
                Sample.event(4), Sample.event(5), Sample.event(1, track: "lake"),
            ]))
        let history = try History(directory: directory.path)
        var seqs: [Int64] = []
        try history.forEachDefinition(of: "hill") { event in
            seqs.append(event.seq)
            return event.seq < 4
        }
        #expect(seqs == [1, 4])
        journal.close()
    }

    @Test func `the last receipt is the latest, also where a command had to wait`() throws {
        let journal = try Journal(directory: directory.path)
        var early = Sample.event(2)
        early.receivedAt = 5
        let first = Sample.event(1)
        try journal.write(Transaction(events: [first, early]))
        let history = try History(directory: directory.path)
        #expect(try history.lastReceipt(of: "hill") == first.receivedAt)
        #expect(try history.lastReceipt(of: "lake") == nil)
        journal.close()
    }

    @Test func `a head keeps the greatest instant of its log`() throws {
        let journal = try Journal(directory: directory.path)
        let history = try History(directory: directory.path)
        func latest(after events: EventRow...) throws -> Int64? {
            try journal.write(Transaction(events: events))
            return try history.head(of: "hill")?.latestAt
        }
        #expect(try latest(after: Sample.event(1)) == nil)
        #expect(try latest(after: Sample.event(2, instant: -3)) == -3)
        #expect(try latest(after: Sample.event(3, instant: 9), Sample.event(4, instant: 2)) == 9)
        #expect(try latest(after: Sample.event(5)) == 9)
        // A new epoch, whatever its head says.
        try journal.write(
            Transaction(heads: [LogHead(track: "hill", epoch: "e2", seq: 5, latestAt: 100)]))
        #expect(try history.head(of: "hill")?.latestAt == 9)
        #expect(try latest(after: Sample.event(6, epoch: "e2", instant: 8)) == 9)
        #expect(try latest(after: Sample.event(7, epoch: "e2", instant: 10)) == 10)
        #expect(try history.verify() == [])
        journal.close()
    }

    @Test func `a command's answer is found by track and id`() throws {
        let journal = try Journal(directory: directory.path)
        let command = CommandRow(track: "hill", commandID: "c1", digest: [0, 9], seq: 1)
        try journal.write(Transaction(events: [Sample.event(1)], commands: [command]))
        let history = try History(directory: directory.path)
        #expect(try history.command("c1", of: "hill") == command)
        #expect(try history.command("c1", of: "lake") == nil)
        #expect(try history.command("c2", of: "hill") == nil)
        journal.close()
    }

    @Test func `a second answer to the same command is refused`() throws {
        let journal = try Journal(directory: directory.path)
        try journal.write(Sample.command(1))
        var again = Sample.command(2)
        again.commands = [CommandRow(track: "hill", commandID: "c1", digest: [], seq: 2)]
        #expect(throws: JournalError.self) { try journal.write(again) }
        #expect(try History(directory: directory.path).head(of: "hill")?.seq == 1)
        journal.close()
    }

    @Test func `entries of meta are set, replaced and taken away`() throws {
        let journal = try Journal(directory: directory.path)
        func write(_ key: String, _ value: String?) throws {
            try journal.write(Transaction(meta: [MetaChange(key: key, value: value)]))
        }
        try write("token.a", "1")
        try write("token.b", "2")
        try write("clock", "3")
        try write("token.b", "4")
        try write("clock", nil)
        let history = try History(directory: directory.path)
        #expect(try history.metas() == ["token.a": "1", "token.b": "4"])
        #expect(try history.metas(prefix: "token.b") == ["token.b": "4"])
        #expect(try history.meta("token.a") == "1")
        #expect(try history.meta("clock") == nil)
        journal.close()
    }
}
