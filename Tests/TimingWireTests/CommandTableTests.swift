import SplitCore
import Testing

@testable import TimingWire

/// Every command in its smallest and its fullest form, as a client's author would write it.
@Suite struct CommandTableTests {
    static let smallest: [(String, CommandBody)] = [
        (
            #""type":"createTrack","name":"Hill","checkpoints":[{"id":"f","name":"Finish"}]"#,
            .track(
                .createTrack(
                    TrackDefinition(
                        name: "Hill", checkpoints: [Checkpoint(id: "f", name: "Finish")])))
        ),
        (#""type":"editTrack""#, .track(.editTrack(TrackEdit()))),
        (
            #""type":"createSession","session":"s""#,
            .track(.createSession("s", SessionDraft()))
        ),
        (#""type":"editSession","session":"s""#, .track(.editSession("s", SessionEdit()))),
        (
            #""type":"closeSession","session":"s","at":1796000000000000"#,
            .track(.closeSession("s", at: 1_796_000_000_000_000))
        ),
        (#""type":"enterRunner","runner":"ada""#, .track(.enterRunner(Entry(runner: "ada")))),
        (
            #""type":"createStart","start":"g","session":"s","at":1796000000000000,"uncertainty":0"#,
            .track(
                .createStart("g", session: "s", at: 1_796_000_000_000_000, uncertainty: 0))
        ),
        (
            #""type":"moveStart","start":"g","at":1796000000000000,"uncertainty":0"#,
            .track(.moveStart("g", at: 1_796_000_000_000_000, uncertainty: 0))
        ),
        (
            #""type":"startRun","run":"r","runner":"ada","at":1796000000000000"#,
            .track(
                .startRun(
                    "r",
                    StartRun(
                        runner: "ada", origin: .at(1_796_000_000_000_000, uncertainty: 0))))
        ),
        (
            #""type":"startRun","run":"r","runnerName":"Ada","start":"g""#,
            .startRunByName("r", NamedStart(runnerName: "Ada", origin: .start("g")))
        ),
        (
            #""type":"recordSplit","split":"x","at":1796000000000000,"uncertainty":4000"#,
            .track(
                .recordSplit(
                    SplitCapture(
                        id: "x", subject: nil, at: 1_796_000_000_000_000, uncertainty: 4000)))
        ),
        (
            #""type":"finishRun","run":"r","at":1796000000000000"#,
            .track(.finishRun("r", at: 1_796_000_000_000_000))
        ),
        (#""type":"reopenRun","run":"r""#, .track(.reopenRun("r"))),
        (#""type":"setStatus","run":"r","status":"dnf""#, .track(.setStatus("r", .dnf))),
        (#""type":"editRun","run":"r""#, .track(.editRun("r", RunEdit()))),
        (#""type":"voidRun","run":"r""#, .track(.voidRun("r"))),
        (#""type":"restoreRun","run":"r""#, .track(.restoreRun("r"))),
        (#""type":"acceptSplit","split":"x""#, .track(.acceptSplit("x"))),
        (#""type":"assignSplit","split":"x""#, .track(.assignSplit("x", Assignment()))),
        (#""type":"voidSplit","split":"x""#, .track(.voidSplit("x"))),
        (#""type":"restoreSplit","split":"x""#, .track(.restoreSplit("x"))),
        (
            #""type":"moveSplit","split":"x","at":1796000000000000"#,
            .track(.moveSplit("x", at: 1_796_000_000_000_000))
        ),
        (
            #""type":"shiftCaptures","device":"d","from":1796000000000000,"to":1796000000000000,"by":-5"#,
            .track(
                .shiftCaptures(
                    ClockShift(
                        device: "d", span: 1_796_000_000_000_000...1_796_000_000_000_000, by: -5)))
        ),
        (
            #""type":"skipCheckpoint","run":"r","checkpoint":"f""#,
            .track(.skipCheckpoint("r", "f", lap: nil))
        ),
        (
            #""type":"restoreCheckpoint","run":"r","checkpoint":"f""#,
            .track(.restoreCheckpoint("r", "f", lap: nil))
        ),
        (#""type":"withdrawRunner","runner":"ada""#, .track(.withdrawRunner("ada", session: nil))),
    ]

    @Test("The smallest form of a command gets the defaults", arguments: smallest)
    func defaults(fields: String, body: CommandBody) throws {
        let text = #"{"commandId":"c1","track":"hill","# + fields + "}"
        let message = try CommandMessage(reading: [UInt8](text))
        #expect(message.commandID == "c1")
        #expect(message.track == "hill")
        #expect(message.body == body)
        #expect(message.reason == nil)
        #expect(message.ignored.isEmpty)
    }

    static let fullest: [(String, CommandBody)] = [
        (
            """
            "type":"createTrack","name":" Hill ","checkpoints":[{"id":"a","name":"A",\
            "minimumSegment":0},{"id":"b","name":"B","minimumSegment":86400000000}],"laps":0,\
            "start":"line","firstLap":"own","rank":"lap",\
            "rounding":{"digits":0,"direction":"nearest"},"scope":"session"
            """,
            .track(
                .createTrack(
                    TrackDefinition(
                        name: "Hill",
                        checkpoints: [
                            Checkpoint(id: "a", name: "A", minimumSegment: 0),
                            Checkpoint(id: "b", name: "B", minimumSegment: 86_400_000_000),
                        ], laps: 0, start: .line, firstLap: .own, rank: .lap,
                        rounding: Rounding(digits: 0, direction: .nearest), scope: .session)))
        ),
        (
            """
            "type":"editTrack","name":"Hill","checkpoints":[{"id":"a","name":"A"}],"laps":3,\
            "start":"gun","firstLap":"same","rank":"race",\
            "rounding":{"digits":6,"direction":"up"},"scope":"track"
            """,
            .track(
                .editTrack(
                    TrackEdit(
                        name: "Hill", checkpoints: [Checkpoint(id: "a", name: "A")], laps: 3,
                        start: .gun, firstLap: .same, rank: .race,
                        rounding: Rounding(digits: 6, direction: .up), scope: .track)))
        ),
        (
            """
            "type":"createSession","session":"s","name":"Final","rank":"time","counts":"sum",\
            "limit":{"time":600000000,"plusLaps":1},"finish":"leader","ties":"judge",\
            "scope":"session","clock":"net"
            """,
            .track(
                .createSession(
                    "s",
                    SessionDraft(
                        name: "Final", rank: .time, counts: .sum,
                        limit: .time(600_000_000, plusLaps: 1), finish: .leader, ties: .judge,
                        scope: .session, clock: .net)))
        ),
        (
            """
            "type":"editSession","session":"s","name":"Final","rank":"lap","counts":"average",\
            "limit":{"laps":12},"finish":"clock","ties":"second","scope":"track","clock":"gun",\
            "flag":"yellow","at":1796000000000000
            """,
            .track(
                .editSession(
                    "s",
                    SessionEdit(
                        name: "Final", rank: .lap, counts: .average, limit: .to(.laps(12)),
                        finish: .clock, ties: .second, scope: .track, clock: .gun,
                        flag: ShownFlag(.yellow, at: 1_796_000_000_000_000))))
        ),
        (
            #""type":"editSession","session":"s","limit":null"#,
            .track(.editSession("s", SessionEdit(limit: LimitEdit.none)))
        ),
        (
            """
            "type":"enterRunner","runner":"ada","session":"s","number":"7","category":"Junior",\
            "team":"Red","transponders":["1001","1002"]
            """,
            .track(
                .enterRunner(
                    Entry(
                        runner: "ada", session: "s", number: "7", category: "Junior", team: "Red",
                        transponders: ["1001", "1002"])))
        ),
        (
            """
            "type":"startRun","run":"r","runner":"ada","number":"7","session":"s",\
            "at":1796000000000000,"uncertainty":4000,"revision":2
            """,
            .track(
                .startRun(
                    "r",
                    StartRun(
                        runner: "ada", number: "7", session: "s",
                        origin: .at(1_796_000_000_000_000, uncertainty: 4000), revision: 2)))
        ),
        (
            """
            "type":"startRun","run":"r","runnerName":"Ada\\n L.","number":"7","session":"s",\
            "start":"g","revision":2
            """,
            .startRunByName(
                "r",
                NamedStart(
                    runnerName: "Ada  L.", number: "7", session: "s", origin: .start("g"),
                    revision: 2))
        ),
        (
            """
            "type":"recordSplit","split":"x","transponder":"1001","checkpoint":"f",\
            "at":1796000000000000,"uncertainty":0,"method":"sensor","reading":-3
            """,
            .track(
                .recordSplit(
                    SplitCapture(
                        id: "x", subject: .transponder("1001"), checkpoint: "f",
                        at: 1_796_000_000_000_000, uncertainty: 0, method: .sensor, reading: -3)))
        ),
        (
            """
            "type":"editRun","run":"r","runner":"bob","number":"8","session":"s",\
            "at":1796000000000000,"uncertainty":1
            """,
            .track(
                .editRun(
                    "r",
                    RunEdit(
                        runner: "bob", number: "8", session: "s",
                        origin: .at(1_796_000_000_000_000, uncertainty: 1))))
        ),
        (
            #""type":"assignSplit","split":"x","run":"r","checkpoint":"f","lap":0"#,
            .track(.assignSplit("x", Assignment(run: "r", checkpoint: "f", lap: 0)))
        ),
        (
            #""type":"skipCheckpoint","run":"r","checkpoint":"f","lap":4"#,
            .track(.skipCheckpoint("r", "f", lap: 4))
        ),
        (
            #""type":"restoreCheckpoint","run":"r","checkpoint":"f","lap":4"#,
            .track(.restoreCheckpoint("r", "f", lap: 4))
        ),
        (
            #""type":"withdrawRunner","runner":"ada","session":"s""#,
            .track(.withdrawRunner("ada", session: "s"))
        ),
    ]

    @Test("The fullest form of a command is read to the last field", arguments: fullest)
    func everyField(fields: String, body: CommandBody) throws {
        let text = #"{"commandId":"c1","track":"hill","reason":" my mistake ","# + fields + "}"
        let message = try CommandMessage(reading: [UInt8](text))
        #expect(message.body == body)
        #expect(message.reason == "my mistake")
        #expect(message.ignored.isEmpty)
    }

    @Test("A runner is registered without a track")
    func registerRunner() throws {
        let message = try CommandMessage(
            reading: [UInt8](
                """
                {"type":"registerRunner","commandId":"c","runner":"ada","name":"Ada",\
                "aliases":["A. Lovelace"]}
                """))
        #expect(message.track == nil)
        #expect(
            message.body
                == .registerRunner(Runner(id: "ada", name: "Ada", aliases: ["A. Lovelace"])))
    }

    @Test("Every type of command is in the table")
    func complete() {
        let types = Set(Self.smallest.map { $0.1.type } + [.registerRunner])
        #expect(types == Set(CommandType.allCases))
    }

    @Test("A message in someone else's memory is read the same")
    func buffer() throws {
        let bytes = [UInt8](#"{"type":"ping","t0":5}"#)
        // The array outlives the call, and the message keeps nothing of it.
        let message = try unsafe bytes.withUnsafeBytes { unsafe try ClientMessage(reading: $0) }
        #expect(message == .ping(t0: 5))
    }

    @Test("Null is the same as leaving an optional field out")
    func null() throws {
        let message = try CommandMessage(
            reading: [UInt8](
                """
                {"type":"skipCheckpoint","commandId":"c","track":"t","run":"r","checkpoint":"f",\
                "lap":null,"reason":null}
                """))
        #expect(message.body == .track(.skipCheckpoint("r", "f", lap: nil)))
        #expect(message.ignored.isEmpty)
    }

    @Test("Fields that nobody knows are listed, also those within others")
    func ignored() throws {
        let message = try CommandMessage(
            reading: [UInt8](
                """
                {"type":"createTrack","commandId":"c","track":"t","nme":1,"name":"T",\
                "checkpoints":[{"id":"f","name":"F","minimum":3}],"flag":"green",\
                "rounding":{"digits":3,"direction":"down","x":1}}
                """))
        #expect(
            message.ignored == ["nme", "flag", "checkpoints[0].minimum", "rounding.x"])
    }
}
