import SplitCore
import Testing

@testable import TimingWire

/// What is wrong with a message, and that the answer names the field and what would be right.
@Suite struct MessageErrorTests {
    private static func error(_ text: String) -> WireError? {
        do {
            _ = try ClientMessage(reading: [UInt8](text))
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "What is no message at all",
        arguments: [
            ("{", .malformed, nil), ("{\"type\":\"ping\",\"type\":\"ping\"}", .malformed, nil),
            ("[]", .notAnObject, nil), ("7", .notAnObject, nil), ("{}", .missingField, "type"),
            ("{\"type\":null}", .missingField, "type"), ("{\"type\":7}", .wrongType, "type"),
            ("{\"type\":\"\"}", .unknownType, "type"),
        ] as [(String, WireError.Code, String?)])
    func noMessage(text: String, code: WireError.Code, field: String?) {
        #expect(Self.error(text)?.code == code)
        #expect(Self.error(text)?.field == field)
    }

    @Test("An unknown type is answered with the nearest known ones, or with all")
    func unknownType() {
        let near = Self.error(#"{"type":"recordSplits","commandId":"c7"}"#)
        #expect(near?.values == ["recordSplit"])
        #expect(near?.commandID == "c7")
        #expect(near?.message.contains("did you mean `recordSplit`?") == true)
        #expect(Self.error(#"{"type":"RECORDSPLIT"}"#)?.values == ["recordSplit"])
        #expect(Self.error(#"{"type":"gallop"}"#)?.values == ClientMessageType.names)
        #expect(throws: WireError.self) {
            try CommandMessage(reading: [UInt8](#"{"type":"ping","t0":1}"#))
        }
    }

    static let ranges: [(String, WireError.Code, String)] = [
        (#""type":"hello""#, .missingField, "client"),
        (#""type":"hello","client":"""#, .invalidValue, "client"),
        (#""type":"hello","client":"x","device":"a b""#, .invalidValue, "device"),
        (#""type":"hello","client":"x","token":"""#, .invalidValue, "token"),
        (#""type":"ping""#, .missingField, "t0"),
        (#""type":"ping","t0":1.5"#, .wrongType, "t0"),
        (#""type":"ping","t0":"1""#, .wrongType, "t0"),
        (#""type":"subscribe","track":"t""#, .missingField, "id"),
        (#""type":"subscribe","id":"i""#, .missingField, "track"),
        (#""type":"subscribe","id":"i","track":"t","rate":7"#, .invalidValue, "rate"),
        (#""type":"subscribe","id":"i","track":"t","rate":-1"#, .invalidValue, "rate"),
        (#""type":"subscribe","id":"i","track":"t","clock":"sun""#, .invalidValue, "clock"),
        (#""type":"subscribe","id":"i","track":"t","after":1"#, .missingField, "epoch"),
        (#""type":"subscribe","id":"i","track":"t","epoch":"e""#, .missingField, "after"),
        (
            #""type":"subscribe","id":"i","track":"t","epoch":"e","after":-1"#, .invalidValue,
            "after"
        ),
        (#""type":"unsubscribe","id":"i""#, .missingField, "track"),
        (#""type":"deviceStatus","offset":1,"uncertainty":1"#, .missingField, "unsent"),
        (
            #""type":"deviceStatus","offset":1,"uncertainty":-1,"unsent":0"#, .invalidValue,
            "uncertainty"
        ),
        (
            #""type":"deviceStatus","offset":1,"uncertainty":1,"unsent":0,"battery":101"#,
            .invalidValue, "battery"
        ),
    ]

    @Test("Fields of messages that are no commands", arguments: ranges)
    func messages(fields: String, code: WireError.Code, field: String) {
        let error = Self.error("{" + fields + "}")
        #expect(error?.code == code)
        #expect(error?.field == field)
        #expect(error?.message.contains("`\(field)`") == true)
    }

    private static let at = #""at":1796000000000000"#
    private static let finish = #"{"id":"f","name":"F"}"#

    static let commands: [(String, WireError.Code, String)] = [
        (#""createTrack","checkpoints":[\#(finish)]"#, .missingField, "name"),
        (#""createTrack","name":"T""#, .missingField, "checkpoints"),
        (#""createTrack","name":7,"checkpoints":[\#(finish)]"#, .wrongType, "name"),
        (#""createTrack","name":" \n ","checkpoints":[\#(finish)]"#, .invalidValue, "name"),
        (#""createTrack","name":"T","checkpoints":{}"#, .wrongType, "checkpoints"),
        (#""createTrack","name":"T","checkpoints":[]"#, .invalidValue, "checkpoints"),
        (#""createTrack","name":"T","checkpoints":[7]"#, .wrongType, "checkpoints[0]"),
        (
            #""createTrack","name":"T","checkpoints":[\#(finish),{"id":"g"}]"#, .missingField,
            "checkpoints[1].name"
        ),
        (
            #""createTrack","name":"T","checkpoints":[\#(finish),\#(finish)]"#, .invalidValue,
            "checkpoints[1].id"
        ),
        (
            #""createTrack","name":"T","checkpoints":[{"id":"start","name":"S"}]"#, .invalidValue,
            "checkpoints[0].id"
        ),
        (
            #""createTrack","name":"T","checkpoints":[{"id":"f","name":"F","minimumSegment":-1}]"#,
            .invalidValue, "checkpoints[0].minimumSegment"
        ),
        (
            """
            "createTrack","name":"T","checkpoints":\
            [{"id":"f","name":"F","minimumSegment":86400000001}]
            """, .invalidValue, "checkpoints[0].minimumSegment"
        ),
        (#""editTrack","laps":-1"#, .invalidValue, "laps"),
        (#""editTrack","laps":100001"#, .invalidValue, "laps"),
        (#""editTrack","laps":true"#, .wrongType, "laps"),
        (#""editTrack","start":"flag""#, .invalidValue, "start"),
        (#""editTrack","firstLap":"short""#, .invalidValue, "firstLap"),
        (#""editTrack","rank":"points""#, .invalidValue, "rank"),
        (#""editTrack","rounding":3"#, .wrongType, "rounding"),
        (#""editTrack","rounding":{"digits":3}"#, .missingField, "rounding.direction"),
        (
            #""editTrack","rounding":{"digits":7,"direction":"up"}"#, .invalidValue,
            "rounding.digits"
        ),
        (
            #""editTrack","rounding":{"digits":3,"direction":"off"}"#, .invalidValue,
            "rounding.direction"
        ),
        (#""editTrack","scope":"world""#, .invalidValue, "scope"),
        (#""createSession""#, .missingField, "session"),
        (#""createSession","session":"s","counts":"all""#, .invalidValue, "counts"),
        (#""createSession","session":"s","limit":{}"#, .missingField, "limit.laps"),
        (#""createSession","session":"s","limit":7"#, .wrongType, "limit"),
        (#""createSession","session":"s","limit":{"laps":0}"#, .invalidValue, "limit.laps"),
        (#""createSession","session":"s","limit":{"time":0}"#, .invalidValue, "limit.time"),
        (
            #""createSession","session":"s","limit":{"time":1,"plusLaps":-1}"#, .invalidValue,
            "limit.plusLaps"
        ),
        (
            #""createSession","session":"s","limit":{"laps":1,"time":1}"#, .invalidValue,
            "limit.time"
        ),
        (#""createSession","session":"s","finish":"all""#, .invalidValue, "finish"),
        (#""createSession","session":"s","ties":"coin""#, .invalidValue, "ties"),
        (#""createSession","session":"s","clock":"sun""#, .invalidValue, "clock"),
        (#""editSession","session":"s","flag":"blue",\#(at)"#, .invalidValue, "flag"),
        (#""editSession","session":"s","flag":"red""#, .missingField, "at"),
        (#""closeSession","session":"s""#, .missingField, "at"),
        (#""enterRunner","runner":"a","number":"""#, .invalidValue, "number"),
        (
            #""enterRunner","runner":"a","number":"123456789012345678901234567890123""#,
            .invalidValue, "number"
        ),
        (#""enterRunner","runner":"a","transponders":"1""#, .wrongType, "transponders"),
        (#""enterRunner","runner":"a","transponders":["1",""]"#, .invalidValue, "transponders[1]"),
        (#""createStart","start":"g","session":"s",\#(at)"#, .missingField, "uncertainty"),
        (
            #""moveStart","start":"g",\#(at),"uncertainty":86400000001"#, .invalidValue,
            "uncertainty"
        ),
        (#""startRun","run":"r",\#(at)"#, .missingField, "runner"),
        (
            #""startRun","run":"r","runner":"a","runnerName":"A",\#(at)"#, .invalidValue,
            "runnerName"
        ),
        (#""startRun","run":"r","runner":"a""#, .missingField, "at"),
        (#""startRun","run":"r","runner":"a",\#(at),"start":"g""#, .invalidValue, "start"),
        (#""startRun","run":"r","runner":"a",\#(at),"revision":0"#, .invalidValue, "revision"),
        (#""startRun","run":"","runner":"a",\#(at)"#, .invalidValue, "run"),
        (#""startRun","run":7,"runner":"a",\#(at)"#, .wrongType, "run"),
        (#""recordSplit",\#(at),"uncertainty":0"#, .missingField, "split"),
        (#""recordSplit","split":"x",\#(at)"#, .missingField, "uncertainty"),
        (#""recordSplit","split":"x","at":946684799999999,"uncertainty":0"#, .invalidValue, "at"),
        (#""recordSplit","split":"x","at":4102444800000000,"uncertainty":0"#, .invalidValue, "at"),
        (#""recordSplit","split":"x","at":"noon","uncertainty":0"#, .wrongType, "at"),
        (#""recordSplit","split":"x",\#(at),"uncertainty":-1"#, .invalidValue, "uncertainty"),
        (
            #""recordSplit","split":"x",\#(at),"uncertainty":0,"run":"r","number":"7""#,
            .invalidValue, "number"
        ),
        (
            #""recordSplit","split":"x",\#(at),"uncertainty":0,"method":"eye""#, .invalidValue,
            "method"
        ),
        (#""recordSplit","split":"x",\#(at),"uncertainty":0,"reading":1.5"#, .wrongType, "reading"),
        (#""setStatus","run":"r""#, .missingField, "status"),
        (#""setStatus","run":"r","status":"finished""#, .invalidValue, "status"),
        (#""assignSplit","split":"x","lap":-1"#, .invalidValue, "lap"),
        (#""moveSplit","split":"x""#, .missingField, "at"),
        (#""shiftCaptures","device":"d","from":2000000000000000"#, .missingField, "to"),
        (
            #""shiftCaptures","device":"d","from":2000000000000000,"to":1999999999999999,"by":1"#,
            .invalidValue, "to"
        ),
        (
            #""shiftCaptures","device":"d","from":2000000000000000,"to":2000000000000000,"by":31622400000001"#,
            .invalidValue, "by"
        ),
        (#""skipCheckpoint","run":"r""#, .missingField, "checkpoint"),
        (#""registerRunner","runner":"a""#, .missingField, "name"),
        (#""registerRunner","runner":"a","name":"A","aliases":[""]"#, .invalidValue, "aliases[0]"),
        (#""voidRun","run":"r","reason":7"#, .wrongType, "reason"),
    ]

    @Test("Fields of commands", arguments: commands)
    func fields(rest: String, code: WireError.Code, field: String) {
        let error = Self.error(#"{"commandId":"c1","track":"t","type":"# + rest + "}")
        #expect(error?.code == code)
        #expect(error?.field == field)
        #expect(error?.message.contains("`\(field)`") == true || error?.values != nil)
        #expect(error?.commandID == "c1")
    }

    @Test("A command without an id, with a bad one, or without its track")
    func envelope() {
        #expect(Self.error(#"{"type":"voidRun","track":"t","run":"r"}"#)?.field == "commandId")
        let bad = Self.error(#"{"type":"voidRun","commandId":"a b","track":"t","run":"r"}"#)
        #expect(bad?.field == "commandId")
        #expect(bad?.code == .invalidValue)
        #expect(bad?.commandID == nil)
        #expect(Self.error(#"{"type":"voidRun","commandId":"c","run":"r"}"#)?.field == "track")
    }

    @Test("The error of a subscription carries its id")
    func subscription() {
        #expect(Self.error(#"{"type":"subscribe","id":"main","track":"a/b"}"#)?.id == "main")
    }

    @Test("A choice is answered with the values that it has")
    func values() {
        let status = Self.error(
            #"{"type":"setStatus","commandId":"c","track":"t","run":"r","status":"dead"}"#)
        #expect(status?.values == ["running", "dnf", "dns", "dsq", "nc", "hc"])
        let rate = Self.error(#"{"type":"subscribe","id":"i","track":"t","rate":7}"#)
        #expect(rate?.values == ["1", "2", "5", "10", "20", "30", "60"])
        let subject = Self.error(
            """
            {"type":"recordSplit","commandId":"c","track":"t","split":"x","at":1796000000000000,\
            "uncertainty":0,"runner":"a","transponder":"b"}
            """)
        #expect(subject?.values == ["run", "runner", "number", "transponder"])
    }

    @Test("Long text from outside is cut in the answer, and its control characters are shown")
    func quoting() {
        let long = String(repeating: "x", count: 10_000)
        let error = Self.error(#"{"type":"hello","client":"c","device":"\#(long)"}"#)
        #expect((error?.message.utf8.count ?? .max) < 300)
        let odd = Self.error(#"{"type":"hello","client":"c","device":"a\u001b[2Jb"}"#)
        #expect(odd?.message.contains("\u{1b}") == false)
    }

    @Test("Lengths count characters, not bytes")
    func lengths() throws {
        let name = String(repeating: "日", count: 200)
        _ = try ClientMessage(
            reading: [UInt8](#"{"type":"hello","client":"\#(name)"}"#))
        #expect(Self.error(#"{"type":"hello","client":"\#(name)x"}"#)?.code == .invalidValue)
    }
}
