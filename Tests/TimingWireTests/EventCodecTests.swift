import SplitCore
import Testing

@testable import TimingWire

@Suite struct EventCodecTests {
    @Test("A row has the fields of the command, the device and the reason")
    func row() {
        let event = Event.splitRecorded(
            SplitCapture(
                id: "s1", subject: .number("7"), checkpoint: "t1", at: 1_796_000_000_000_000,
                uncertainty: 4000, reading: 12, device: "phone"))
        let row = EventCodec.encode(event, reason: "tapped late")
        #expect(row.type == "splitRecorded")
        #expect(row.version == 1)
        #expect(
            String(decoding: row.body, as: UTF8.self) == """
                {"split":"s1","number":"7","checkpoint":"t1","at":1796000000000000,\
                "uncertainty":4000,"method":"tap","reading":12,"device":"phone",\
                "reason":"tapped late"}
                """)
    }

    @Test("A log keeps what the wire would refuse today")
    func beyondLimits() throws {
        let event = Event.trackCreated(
            TrackDefinition(
                name: "  spaced \n", checkpoints: [], laps: -1, start: .line, rank: .lap))
        #expect(try EventCodec.decode(EventCodec.encode(event)).event == event)
        let early = Event.runStarted(
            RunCapture(run: "r", runner: "a", origin: .at(-5, uncertainty: -1)))
        #expect(try EventCodec.decode(EventCodec.encode(early)).event == early)
    }

    @Test("A row that can't be read says why")
    func unreadable() {
        func row(_ type: String, _ body: String, version: Int = 1) -> LogBody {
            LogBody(type: type, version: version, body: [UInt8](body))
        }
        #expect(throws: LogBodyError.unknownType("runFlew")) {
            try EventCodec.decode(row("runFlew", "{}"))
        }
        #expect(throws: LogBodyError.unknownVersion(2, type: "runVoided")) {
            try EventCodec.decode(row("runVoided", "{}", version: 2))
        }
        #expect(throws: LogBodyError.notJSON(JSONError(.unexpectedEnd, at: 1))) {
            try EventCodec.decode(row("runVoided", "{"))
        }
        #expect(throws: LogBodyError.notAnObject) {
            try EventCodec.decode(row("runVoided", "[]"))
        }
        let missing = WireError(.missingField, field: "run", "`runVoided` needs the field `run`.")
        #expect(throws: LogBodyError.field(missing)) {
            try EventCodec.decode(row("runVoided", "{}"))
        }
        #expect(throws: LogBodyError.unknownType("runVoided")) {
            try RunnerCodec.decode(row("runVoided", "{}"))
        }
    }
}
