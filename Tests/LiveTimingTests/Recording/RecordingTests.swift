import SplitCore
import Testing

@testable import LiveTiming

@Suite("Recording")
struct RecordingTests {
    private func recording(_ lines: String...) -> Recording {
        Recording(RMonitorFeed(bytes: Array(lines.joined(separator: "\n").utf8)))
    }

    private let before = #"$F,9999,"00:05:00","10:00:00","00:00:00","      ""#
    private let green = #"$F,9999,"00:04:59","10:00:06","00:00:01","Green ""#
    private let passing = #"$J,"1","00:00:00.000","00:00:02.000""#

    @Test("a run without passings is no session")
    func idle() {
        let recording = recording(
            #"$B,95,"Idle""#, before, #"$B,25,"Race""#, passing, #"$B,95,"Idle""#, before)
        #expect(recording.sessions.map(\.number) == [25])
        #expect(recording.sessions.first?.description == "Race")
    }

    @Test("the run that is repeated goes on")
    func repeatedRun() {
        let recording = recording(
            #"$B,1,"Race""#, passing, #"$B,1,"Race""#, passing,
            #"$J,"1","00:00:40.000","00:00:42.000""#)
        #expect(recording.sessions.count == 1)
        #expect(recording.sessions.first?.passings.map(\.offset) == [2_000_000, 42_000_000])
    }

    @Test(
        "the limit is what was to go before the first green",
        arguments: [
            (
                #"$F,9999,"00:05:00","10:00:00","00:00:00","      ""#,
                RecordedLimit.time(300_000_000)
            ),
            (#"$F,12,"00:05:00","10:00:00","00:00:00","      ""#, .time(300_000_000)),
            (#"$F,12,"00:00:00","10:00:00","00:00:00","      ""#, .laps(12)),
            (#"$F,9999,"00:00:00","10:00:00","00:00:00","      ""#, nil),
            (#"$F,0,"00:00:00","10:00:00","00:00:00","      ""#, nil),
        ])
    func limits(heartbeat: String, limit: RecordedLimit?) {
        let recording = recording(#"$B,1,"Race""#, heartbeat, green, passing)
        #expect(recording.sessions.first?.limit == limit)
    }

    @Test("a flag is recorded when it changes, but for the one that ends the race")
    func flags() {
        let yellow = #"$F,9999,"00:04:00","10:01:05","00:01:00","Yellow""#
        let finish = #"$F,9999,"00:00:00","10:05:05","00:05:00","Finish""#
        let recording = recording(
            #"$B,1,"Race""#, before, green, passing, green, yellow, yellow, green, finish)
        #expect(
            recording.sessions.first?.flags == [
                RecordedFlag(flag: .green, offset: 1_000_000),
                RecordedFlag(flag: .yellow, offset: 60_000_000),
                RecordedFlag(flag: .green, offset: 1_000_000),
            ])
    }

    @Test("a recording that began after the gun still tells the limit and the gun")
    func begunLate() {
        let recording = recording(
            #"$B,1,"Race""#, #"$F,9999,"00:03:00","00:00:30","00:02:00","Green ""#, passing)
        #expect(recording.sessions.first?.limit == .time(300_000_000))
        #expect(recording.sessions.first?.gunTimeOfDay == 86_310_000_000)
    }

    @Test("competitors are known from both of their records and from passings alone")
    func competitors() throws {
        let recording = recording(
            #"$A,"1","11",1001,"Ann","Lee","",2"#, #"$COMP,"1","11",2,"Anne","Lee","","""#,
            #"$C,2,"Junior""#, #"$B,1,"Race""#, #"$A,"2","12",0,"","Solo","",3"#, passing,
            #"$J,"99","00:00:00.000","00:00:03.000""#)
        let competitors = try #require(recording.sessions.first).competitors
        #expect(competitors.map(\.registration) == ["1", "2", "99"])
        #expect(competitors.map(\.name) == ["Anne Lee", "Solo", "99"])
        #expect(competitors.map(\.transponder) == ["1001", nil, nil])
        #expect(competitors.map(\.raceClass) == ["Junior", "3", nil])
    }

    @Test("a reset ends the session and empties the list")
    func reset() {
        let recording = recording(
            #"$A,"1","11",1001,"Ann","Lee","",2"#, #"$B,1,"Heat""#, passing, "$I,\"\",\"\"",
            #"$B,1,"Heat""#, #"$J,"2","00:00:00.000","00:00:02.000""#)
        #expect(recording.sessions.map { $0.competitors.map(\.registration) } == [["1"], ["2"]])
    }

    @Test(
        "a generated race reads without a fault and to what it was made from",
        arguments: [1, 2, 77])
    func generated(seed: UInt64) throws {
        let race = DemoRace(runners: 8, minutes: 4, seed: seed)
        let feed = RMonitorFeed(bytes: Array(race.feed.utf8))
        #expect(feed.problems.isEmpty)
        #expect(feed.unknown.isEmpty)
        let recording = Recording(feed)
        #expect(recording.trackName == "Harbour Kart Circuit")
        let session = try #require(recording.sessions.first)
        #expect(recording.sessions.count == 1)
        #expect(session.limit == .time(240_000_000))
        #expect(session.gunTimeOfDay == 50_400_000_000)
        #expect(session.competitors.count == 8)
        #expect(session.passings.map(\.offset) == race.passings.map { Int64($0.total) * 1000 })
        #expect(session.passings.map(\.lapTime) == race.passings.map { Int64($0.lapTime) * 1000 })
        #expect(
            session.passings.map(\.registration)
                == race.passings.map { String(race.drivers[$0.driver].number) })
    }
}
