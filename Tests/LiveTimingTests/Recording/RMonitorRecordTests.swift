import Testing

@testable import LiveTiming

@Suite("RMonitor records")
struct RMonitorRecordTests {
    @Test(
        "each kind of record is read",
        arguments: [
            (
                #"$A,"r1","42",1001,"John","Smith","GBR",5"#,
                .competitor(
                    RMonitorCompetitor(
                        registration: "r1", number: "42", transponder: "1001", firstName: "John",
                        lastName: "Smith", nationality: "GBR", raceClass: 5))
            ),
            (
                #"$A,"1","1",0,"","","","#,
                .competitor(
                    RMonitorCompetitor(
                        registration: "1", number: "1", transponder: nil, firstName: "",
                        lastName: "", nationality: "", raceClass: nil))
            ),
            (
                #"$COMP,"r1","42",5,"John","Smith","GBR","CAMEL""#,
                .competitorDetails(
                    RMonitorCompetitor(
                        registration: "r1", number: "42", transponder: nil, firstName: "John",
                        lastName: "Smith", nationality: "GBR", raceClass: 5))
            ),
            (#"$B,5,"Friday free practice""#, .run(number: 5, description: "Friday free practice")),
            (#"$C,5,"Formula 3, junior""#, .raceClass(number: 5, description: "Formula 3, junior")),
            (
                #"$E,"TRACKNAME","Indy ""Brickyard""""#,
                .setting(name: "TRACKNAME", value: #"Indy "Brickyard""#)
            ),
            (
                #"$F,14,"00:12:45","13:34:23","00:09:47","Green ""#,
                .heartbeat(
                    RMonitorHeartbeat(
                        lapsToGo: 14, timeToGo: 765_000_000, timeOfDay: 48_863_000_000,
                        raceTime: 587_000_000, flag: "Green"))
            ),
            (
                #"$J,"r1","00:02:03.826","01:42:17.672""#,
                .passing(registration: "r1", lapTime: 123_826_000, total: 6_137_672_000)
            ),
            (
                #"$G,3,"r1",14,"01:12:47.872""#,
                .racePlace(place: 3, registration: "r1", laps: 14, total: 4_367_872_000)
            ),
            (
                #"$G,3,"r1",,"00:00:00.000""#,
                .racePlace(place: 3, registration: "r1", laps: nil, total: 0)
            ),
            (
                #"$H,2,"r1",3,"00:02:17.872""#,
                .bestLap(place: 2, registration: "r1", lap: 3, time: 137_872_000)
            ),
            (#"$I,"16:36:08.000","12 jan 01""#, .reset),
        ] as [(String, RMonitorRecord)])
    func kinds(line: String, record: RMonitorRecord) throws {
        #expect(try RMonitorRecord.parse(line) == record)
    }

    @Test("a record of another kind is none, whatever stands in it")
    func unknown() throws {
        #expect(try RMonitorRecord.parse(#"$SP,1,"unclosed"#) == nil)
    }

    @Test(
        "a record that can't be read says which field is wrong and why",
        arguments: [
            ("J,1", "does not begin with a record name such as $J"),
            (#"$J,"1""#, "field 2 (lap time) is missing"),
            (#"$J,"","00:00:00.000","00:00:01.000""#, "field 1 (registration number) is empty"),
            (
                #"$J,"1","00:61:00.000","00:00:01.000""#,
                #"field 2 (lap time) is not a time as in 00:01:23.456: "00:61:00.000""#
            ),
            (#"$B,x,"Race""#, #"field 1 (run) is not a whole number: "x""#),
            (#"$B,-1,"Race""#, #"field 1 (run) is not a whole number: "-1""#),
            (#"$B,1,"Race"#, "the quotes of field 2 are not closed"),
            (#"$B,1,"Race" one"#, "text after the closing quote of field 2"),
            (#"$F,,"00:00:00","00:00:00","00:00:00","""#, "field 1 (laps to go) is empty"),
        ])
    func malformed(line: String, reason: String) throws {
        #expect(throws: MalformedRecord(reason: reason)) { try RMonitorRecord.parse(line) }
    }

    @Test(
        "times are exact to the microsecond",
        arguments: [
            ("00:00:00", 0), ("00:00:02.333", 2_333_000), ("00:05:14.808", 314_808_000),
            ("23:59:59.999999", 86_399_999_999), ("100:00:00.1", 360_000_100_000),
            ("00:00:00.000001", 1), ("0:0:1.5", 1_500_000),
        ])
    func times(text: String, time: Int64) {
        #expect(microseconds(clock: text) == time)
    }

    @Test(
        "anything else is no time",
        arguments: [
            "", "1", "00:00", "00:00:60", "00:60:00", "00:00:00.", "00:00:00.1234567", "-1:00:00",
            "00:00:+1", "00:00:00.1.2", "a:b:c", "00:00:٣", " 00:00:01", "99999:00:00",
        ])
    func noTimes(text: String) {
        #expect(microseconds(clock: text) == nil)
    }
}
