import Foundation
import SplitCore
import Testing

@testable import TimingWire

@Suite struct ServerMessageTests {
    static let table: [(ServerMessage, String)] = [
        (
            .welcome(
                Welcome(
                    time: 1_796_000_000_123_456, role: .timer, server: "0198", version: "0.1.0",
                    limits: .init(messageBytes: 65536, subscriptions: 32))),
            """
            {"type":"welcome","time":1796000000123456,"role":"timer","server":"0198",\
            "protocol":"livetiming.v1.json","version":"0.1.0","limits":{"messageBytes":65536,\
            "subscriptions":32,"rates":[1,2,5,10,20,30,60]}}
            """
        ),
        (.pong(t0: -5, t1: 10, t2: 12), #"{"type":"pong","t0":-5,"t1":10,"t2":12}"#),
        (
            .commandAck("c1", track: "hill", seq: 418),
            #"{"type":"ack","commandId":"c1","track":"hill","seq":418}"#
        ),
        (
            .commandAck("c1", track: nil, seq: 3, ignored: ["nme"]),
            #"{"type":"ack","commandId":"c1","track":null,"seq":3,"ignored":["nme"]}"#
        ),
        (
            .unsubscribed("main", track: "hill"),
            #"{"type":"ack","id":"main","track":"hill"}"#
        ),
        (
            .error(
                WireError(
                    TimingError(.unknownRun, field: "run", "No run is called “r”."),
                    commandID: "c1")),
            """
            {"type":"error","commandId":"c1","code":"unknownRun","field":"run",\
            "message":"No run is called “r”."}
            """
        ),
        (
            .error(
                WireError(
                    .invalidValue, field: "rate", values: ["1"], "`rate` is 7.", id: "main")),
            """
            {"type":"error","id":"main","code":"invalidValue","field":"rate","values":["1"],\
            "message":"`rate` is 7."}
            """
        ),
        (
            .notice(
                Notice(
                    .verdictsChanged, track: "hill", time: 7, message: "Moved a “split”.",
                    runs: ["r1"])),
            """
            {"type":"notice","kind":"correction","code":"verdictsChanged","track":"hill","time":7,\
            "message":"Moved a “split”.","runs":["r1"]}
            """
        ),
    ]

    @Test("Messages are written as the contract has them", arguments: table)
    func written(message: ServerMessage, text: String) throws {
        let bytes = JSONWriter.bytes { message.write(to: &$0) }
        #expect(String(decoding: bytes, as: UTF8.self) == text)
        _ = try JSONSerialization.jsonObject(with: Data(bytes))
    }

    @Test("A problem document says the same as the error of the socket, with a status")
    func problem() {
        let problem = ProblemDetails(
            WireError(.wrongType, field: "at", "`at` is a string.", commandID: "c1"))
        #expect(
            JSONWriter.text { problem.write(to: &$0) } == """
                {"type":"about:blank","title":"Bad Request","status":400,\
                "detail":"`at` is a string.","code":"wrongType","field":"at","commandId":"c1"}
                """)
    }

    @Test(
        "Codes of the core and of the wire have the status that fits them",
        arguments: [
            (.malformed, 400), (.invalidValue, 400), (.unauthorized, 401),
            (.timing(.notAllowed), 403), (.timing(.unknownRun), 404), (.notFound, 404),
            (.methodNotAllowed, 405), (.timing(.trackExists), 409), (.commandIDReused, 409),
            (.messageTooLarge, 413), (.unsupportedMediaType, 415), (.timing(.instantAhead), 422),
            (.tooManyMessages, 429), (.internalError, 500), (.storageUnavailable, 503),
        ] as [(WireError.Code, Int)])
    func status(code: WireError.Code, status: Int) {
        #expect(code.httpStatus.rawValue == status)
    }

    @Test("Codes say themselves whether a client connects again", arguments: CloseCode.allCases)
    func reconnects(code: CloseCode) {
        switch code.rawValue {
        case 4000...4499, 1012, 1013: #expect(code.reconnects)
        default: #expect(!code.reconnects)
        }
    }

    @Test("A code that is not known follows its range; a lost line connects again")
    func unknownCloseCode() {
        #expect(CloseCode.reconnects(after: 4499))
        #expect(!CloseCode.reconnects(after: 4999))
        #expect(CloseCode.reconnects(after: 1006))
    }

    @Test("A list of tracks")
    func tracks() {
        let finish = Checkpoint(id: "f", name: "Finish")
        let summaries = [
            TrackSummary(
                id: "hill", name: "Hill", laps: 1, revision: 2, checkpoints: [finish], running: 3,
                session: .init(id: "s", name: "Final", state: .running), lastActivity: 99),
            TrackSummary(id: "new", name: "New", laps: 0, revision: 1, checkpoints: []),
        ]
        #expect(
            JSONWriter.text { $0.tracks(summaries) } == """
                {"tracks":[{"id":"hill","name":"Hill","laps":1,"revision":2,\
                "checkpoints":[{"id":"f","name":"Finish"}],"live":true,"running":3,\
                "session":{"id":"s","name":"Final","state":"running"},"lastActivity":99},\
                {"id":"new","name":"New","laps":0,"revision":1,"checkpoints":[],"live":false,\
                "running":0,"session":null,"lastActivity":null}]}
                """)
    }
}
