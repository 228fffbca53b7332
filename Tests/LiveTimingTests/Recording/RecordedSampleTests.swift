import FoundationEssentials
import SplitCore
import Testing

@testable import LiveTiming

/// A race that a timing system recorded, with right answers worked out apart from this code. It is no
/// part of the repository; it is found where it lies beside it.
private let sample: [UInt8]? = {
    var folder = URL(fileURLWithPath: #filePath)
    while folder.pathComponents.count > 1 {
        folder.deleteLastPathComponent()
        let file = folder.appending(path: "shared/cases/rmonitor_orbits_mock_session.txt")
        if let data = try? Data(contentsOf: file) { return Array(data) }
    }
    return nil
}()

@Suite(
    "Recorded sample",
    .enabled(if: sample != nil, "there is no shared/cases in a folder above the package"))
struct RecordedSampleTests {
    private let feed: RMonitorFeed
    private let session: RecordedSession

    init() throws {
        feed = RMonitorFeed(bytes: try #require(sample))
        session = try #require(Recording(feed).sessions.first)
    }

    private func passings(_ registration: String) -> [RecordedPassing] {
        session.passings.filter { $0.registration == registration }
    }

    @Test("every line is read")
    func lines() {
        #expect(feed.lines.count == 584)
        #expect(feed.problems.isEmpty)
        #expect(feed.unknown.isEmpty)
    }

    @Test("there is one session, with its track, limit and list")
    func theSession() {
        let recording = Recording(feed)
        #expect(recording.trackName == "Brands Hatch")
        #expect(recording.sessions.map(\.number) == [25])
        #expect(session.description == "Test Race")
        #expect(session.limit == .time(300_000_000))
        #expect(session.competitors.map(\.number) == ["1", "2", "3", "4", "5", "6"])
        #expect(session.competitors.map(\.transponder).first == "1001")
        #expect(session.competitors[3].name == "Nikki Lauda")
        #expect(session.competitors.allSatisfy { $0.raceClass == "Formula Vee" })
    }

    @Test("the flags are green, a yellow in between, and green again")
    func theFlags() {
        #expect(session.flags.map(\.flag) == [.green, .yellow, .green])
        #expect(session.flags.map { $0.offset / 1_000_000 } == [0, 244, 281])
    }

    @Test("the passings are those of the start line and 46 laps")
    func thePassings() {
        #expect(session.passings.count == 52)
        #expect(session.passings.filter { $0.lapTime == 0 }.count == 6)
        #expect(
            passings("3").map { $0.offset / 1000 }
                == [2333, 35604, 76059, 115_813, 155_545, 195_816, 235_502, 275_248, 314_808])
        #expect(session.passings.first?.line == 44)
        #expect(session.passings.first?.text == #"$J,"1","00:00:00.000","00:00:02.051""#)
    }

    @Test(
        "laps and best laps are right",
        arguments: [
            ("1", 8, 37054), ("2", 7, 36898), ("3", 8, 33271), ("4", 8, 33572), ("5", 8, 35849),
            ("6", 7, 37724),
        ])
    func laps(registration: String, count: Int, best: Int64) {
        let laps = passings(registration).dropFirst().map(\.lapTime)
        #expect(laps.count == count)
        #expect(laps.min() == best * 1000)
    }

    @Test("the order at the end and the gap to the winner are right")
    func order() {
        let last = ["1", "2", "3", "4", "5", "6"].map { ($0, passings($0)) }
            .sorted {
                (-$0.1.count, $0.1.last?.offset ?? 0) < (-$1.1.count, $1.1.last?.offset ?? 0)
            }
        #expect(last.map(\.0) == ["3", "4", "1", "5", "6", "2"])
        #expect(last[0].1.last?.offset == 314_808_000)
        #expect(last[1].1.last?.offset == 316_121_000)
    }
}
