import Foundation
import Testing

@testable import SplitCore
@testable import TimingWire

/// Every JSON example in docs/protocol.md is what the code reads or writes. The word after `json` says
/// which of them it is.
@Suite struct ProtocolExamplesTests {
    struct Example: CustomTestStringConvertible {
        var kind: String
        var json: JSON
        var line: Int

        var testDescription: String { "\(kind) at line \(line)" }
    }

    static let examples: [Example] = {
        let path = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "docs/protocol.md")
        guard let text = try? String(contentsOf: path, encoding: .utf8) else { return [] }
        var examples: [Example] = []
        var open: (kind: String, line: Int, text: String)?
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            if let block = open, line == "```" {
                let json = try? JSONReader.read([UInt8](block.text))
                examples.append(
                    Example(kind: block.kind, json: json ?? .null, line: block.line))
                open = nil
            } else if open != nil {
                open?.text += line + "\n"
            } else if line.hasPrefix("```") {
                open = (String(line.dropFirst(3)), index + 1, "")
            }
        }
        return examples
    }()

    @Test("Every block of the page is an example of a known kind, and JSON")
    func kinds() {
        #expect(!Self.examples.isEmpty)
        let known = ["client", "server", "snapshot", "update", "problem", "tracks", "session"]
        for example in Self.examples {
            #expect(known.map { "json " + $0 }.contains(example.kind), "\(example.testDescription)")
            #expect(example.json.object != nil, "\(example.testDescription)")
        }
    }

    @Test(
        "What a client sends is read without a field left over, and written again as it stands",
        arguments: examples.filter { $0.kind == "json client" })
    func client(example: Example) throws {
        let message = try ClientMessage(reading: JSONWriter.bytes { $0.json(example.json) })
        if case .command(let command) = message { #expect(command.ignored.isEmpty) }
        let again = try JSONReader.read(JSONWriter.bytes { message.write(to: &$0) })
        for member in example.json.object?.members ?? [] where member.key != "checkpoints" {
            #expect(again[member.key]?.sorted == member.value.sorted, "\(member.key)")
        }
    }

    @Test("Every type that a client can send has an example")
    func complete() {
        let types = Self.examples.filter { $0.kind == "json client" }
            .compactMap { $0.json["type"]?.string }
        #expect(Set(types) == Set(ClientMessageType.names))
    }

    @Test("What the server sends is what the code writes")
    func server() throws {
        let messages: [ServerMessage] = [
            .welcome(
                Welcome(
                    time: 1_796_000_000_123_456, role: .timer, server: "0198f2", version: "0.1.0",
                    limits: .init(messageBytes: 65536, subscriptions: 32))),
            .pong(t0: 81_234_000, t1: 1_796_000_000_123_456, t2: 1_796_000_000_123_460),
            .unsubscribed("main", track: "hill"),
            .commandAck("0198-c1", track: "hill", seq: 419, ignored: ["colour"]),
            .error(try Self.statusError()),
            .notice(
                Notice(
                    .verdictsChanged, track: "hill", time: 1_796_000_090_000_000,
                    message: "Moving split x1 took the best first segment from Bob.",
                    runs: ["r2"])),
            .notice(
                Notice(
                    .startList, track: "hill", time: 1_796_000_091_000_000,
                    message: "the start list of Final has changed", session: "final")),
        ]
        let written = try messages.map { message in
            try JSONReader.read(JSONWriter.bytes { message.write(to: &$0) })
        }
        #expect(Self.examples.filter { $0.kind == "json server" }.map(\.json) == written)
    }

    /// What the reader says of a status that there is not.
    private static func statusError() throws -> WireError {
        let text =
            #"{"type":"setStatus","commandId":"0198-c2","track":"hill","run":"r","status":"dead"}"#
        return try #require(throws: WireError.self) {
            try ClientMessage(reading: [UInt8](text))
        }
    }

    @Test("The updates apply to the snapshot one after the other")
    func board() throws {
        let frames = Self.examples.filter { ["json snapshot", "json update"].contains($0.kind) }
        var board = try BoardDocument(snapshot: try #require(frames.first).json)
        for frame in frames.dropFirst() { try board.apply(frame.json) }
        #expect(board.seq == 420)
        let run = board.json["runs"]?.array?.first
        #expect(run?["place"] == 2)
        #expect(run?["elapsed"] == 83_100_000)
        #expect(board.json["standings"] == [])
    }

    @Test("The snapshot has the fields that the code writes, at every level")
    func snapshotFields() throws {
        let example = try #require(Self.examples.first { $0.kind == "json snapshot" }).json
        let written = try JSONReader.read([UInt8](BoardFrameTests.snapshotText))
        #expect(Self.shape(of: example) == Self.shape(of: written))
    }

    /// The keys of every object, with the way to it; values don't matter. A limit can have two forms.
    private static func shape(of json: JSON, at path: String = "") -> Set<String> {
        switch json {
        case .object(let object):
            object.members.reduce(into: []) { keys, member in
                keys.insert(path + member.key)
                if member.key == "limit" { return }
                keys.formUnion(shape(of: member.value, at: path + member.key + "."))
            }
        case .array(let elements):
            elements.reduce(into: []) { $0.formUnion(shape(of: $1, at: path)) }
        default: []
        }
    }

    @Test("The problem document and the list of tracks are what the code writes")
    func http() throws {
        let problem = ProblemDetails(
            WireError(
                .timing(.unknownTrack), field: "track", "There is no track “dale”."))
        let summary = TrackSummary(
            id: "hill", name: "Hill", laps: 1, revision: 1,
            checkpoints: [
                Checkpoint(id: "t1", name: "T-intersection"),
                Checkpoint(id: "finish", name: "Finish"),
            ], running: 3, session: .init(id: "final", name: "Final", state: .running),
            lastActivity: 1_796_000_041_230_000)
        let session = SessionReport(
            session: BoardSession(
                id: "final", name: "Final", rank: .race, counts: .best, finish: .leader,
                limit: .time(600_000_000, plusLaps: 1), ties: .share, scope: .session, clock: .gun,
                state: .running, flag: .green, startedAt: 1_796_000_000_000_000, flagAt: nil,
                closedAt: nil, current: true),
            list: StartList(
                entries: [
                    Entry(
                        runner: "ada", session: "final", number: "7", category: "Junior",
                        transponders: ["1001"])
                ],
                starts: [.init(id: "gun-1", at: 1_796_000_000_000_000, uncertainty: 4000)],
                runs: [
                    .init(
                        id: "r1", runner: "ada", number: "7", status: .running,
                        startedAt: 1_796_000_000_000_000)
                ]), name: { _ in "Ada" })
        let written = [
            try JSONReader.read(JSONWriter.bytes { problem.write(to: &$0) }),
            try JSONReader.read(JSONWriter.bytes { $0.tracks([summary]) }),
            try JSONReader.read(JSONWriter.bytes { session.write(to: &$0) }),
        ]
        let kinds = ["json problem", "json session", "json tracks"]
        #expect(Self.examples.filter { kinds.contains($0.kind) }.map(\.json) == written)
    }

    @Test("Every code and every close code of the page is one that there is, and none is left out")
    func codes() throws {
        let path = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "docs/protocol.md")
        let text = try String(contentsOf: path, encoding: .utf8)
        for code in TimingError.Code.allCases { #expect(text.contains("`\(code.rawValue)`")) }
        for code in CloseCode.allCases { #expect(text.contains("\(code.rawValue)")) }
    }
}
