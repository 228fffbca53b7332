import Foundation
import Testing

@testable import SplitCore
@testable import TimingWire

@Suite struct BoardFrameTests {
    @Test(
        "A snapshot and the update since it are the snapshot of now", arguments: 0..<24)
    func law(seed: UInt64) throws {
        var source = RandomBoard(seed: seed)
        let clock: Subscription.Clock = seed % 2 == 0 ? .client : .server
        let frame = BoardFrame(time: 1_796_000_000_000_000, clock: clock)
        var past: [BoardDocument] = []
        for _ in 0..<40 {
            past.append(try document(of: source.board, frame))
            source.step()
        }
        let now = try document(of: source.board, frame)
        for then in past {
            var board = then
            let update = JSONWriter.bytes {
                frame.writeUpdate(of: source.board, since: then.seq, to: &$0)
            }
            _ = try JSONSerialization.jsonObject(with: Data(update))
            try board.apply(try JSONReader.read(update))
            #expect(board == now, "seed \(seed), from \(then.seq)")
            #expect(board.json == now.json)
        }
    }

    @Test("An update from a base applies to every board from that base on", arguments: 0..<30)
    func laterBoards(seed: UInt64) throws {
        var source = RandomBoard(seed: seed)
        let frame = BoardFrame(time: 1_796_000_000_000_000)
        for _ in 0..<10 { source.step() }
        let base = source.board.seq
        var boards = [try document(of: source.board, frame)]
        for _ in 0..<10 {
            source.step()
            boards.append(try document(of: source.board, frame))
        }
        let update = try JSONReader.read(
            JSONWriter.bytes { frame.writeUpdate(of: source.board, since: base, to: &$0) })
        let now = try document(of: source.board, frame)
        for var board in boards {
            try board.apply(update)
            #expect(board == now, "seed \(seed)")
        }
    }

    private func document(of board: Board, _ frame: BoardFrame) throws -> BoardDocument {
        let bytes = JSONWriter.bytes { frame.writeSnapshot(of: board, to: &$0) }
        return try BoardDocument(snapshot: try JSONReader.read(bytes))
    }

    @Test("A snapshot has every field, null where there is no value")
    func snapshot() {
        let text = JSONWriter.text {
            BoardFrame(time: 1_796_000_041_230_000, subscription: "main")
                .writeSnapshot(of: .sample, to: &$0)
        }
        #expect(text == Self.snapshotText)
    }

    @Test("An update has the parts that are later, and nothing else")
    func update() {
        var board = Board.sample
        board.seq = 8
        board.runs[0].placing.update(
            BoardPlacing(place: 2, gap: 120_000, gapLaps: 0, interval: 120_000, intervalLaps: 0),
            seq: 8)
        board.runs[0].seq = 8
        board.tombstones = [
            .init(subject: .run("r0"), seq: 7), .init(subject: .split("r1", "x0"), seq: 8),
            .init(subject: .standing("bob"), seq: 8),
        ]
        #expect(
            JSONWriter.text { BoardFrame(time: 9).writeUpdate(of: board, since: 7, to: &$0) } == """
                {"type":"update","track":"hill","epoch":"e1","base":7,"seq":8,"time":9,\
                "runs":[{"id":"r1","place":2,"gap":120000,"interval":120000}],\
                "removed":{"splits":[{"run":"r1","split":"x0"}],"standings":["bob"]}}
                """)
    }

    @Test(
        "A cursor of another log, ahead of the log, or too old needs a snapshot",
        arguments: [
            ("e1", 7, true), ("e1", 3, true), ("e1", 2, false), ("e1", 8, false), ("e2", 7, false),
        ] as [(String, Int64, Bool)])
    func cursor(epoch: String, seq: Int64, leads: Bool) {
        var board = Board.sample
        board.tombstonesSince = 3
        #expect(Subscription.Cursor(epoch: epoch, seq: seq).leads(to: board) == leads)
    }

    @Test("A heartbeat says nothing but the time")
    func heartbeat() {
        #expect(
            JSONWriter.text { BoardFrame(time: 9).writeHeartbeat(of: .sample, to: &$0) } == """
                {"type":"update","track":"hill","epoch":"e1","base":7,"seq":7,"time":9}
                """)
    }

    @Test("A banner that comes or goes is part of the update")
    func banner() throws {
        let banner = BoardBanner(kind: .storageUnavailable, since: 5)
        let frame = BoardFrame(time: 9)
        var board = try document(of: .sample, frame)
        #expect(board.json["banner"] == .null)
        func update(_ change: BoardFrame.BannerChange) throws -> JSON {
            try JSONReader.read(
                JSONWriter.bytes {
                    frame.writeUpdate(of: .sample, since: 7, banner: change, to: &$0)
                })
        }
        try board.apply(try update(.to(banner)))
        #expect(board.json["banner"] == ["kind": "storageUnavailable", "since": 5])
        try board.apply(try update(.unchanged))
        #expect(board.json["banner"]?["since"] == 5)
        try board.apply(try update(.to(nil)))
        #expect(board.json["banner"] == .null)
    }

    @Test("With the server's clock a running run carries what its clock shows")
    func elapsed() throws {
        var board = Board.sample
        let start = try #require(board.runs[0].head.value.startedAt)
        func elapsed(after span: TimeSpan) throws -> JSON? {
            let frame = BoardFrame(time: start + span, clock: .server)
            let text = JSONWriter.bytes { frame.writeHeartbeat(of: board, to: &$0) }
            return try JSONReader.read(text)["runs"]?.array?.first?["elapsed"]
        }
        #expect(try elapsed(after: .seconds(60)) == 60_000_000)
        board.runs[0].head.value.held = [
            HeldSpan(from: start - .seconds(5), to: start + .seconds(10)),
            HeldSpan(from: start + .seconds(50), to: nil),
        ]
        #expect(try elapsed(after: .seconds(60)) == 40_000_000)
        #expect(try elapsed(after: .seconds(99)) == 40_000_000)
        board.runs[0].head.value.status = .finished
        #expect(try elapsed(after: .seconds(60)) == nil)
    }

    @Test("A document refuses what does not follow, and stays as it was")
    func refused() throws {
        var board = try document(of: .sample, BoardFrame(time: 9))
        let before = board
        func update(_ fields: (String, JSON)...) -> JSON {
            var object: JSON.Object = JSON.Object()
            let head: [(String, JSON)] = [
                ("type", "update"), ("track", "hill"), ("epoch", "e1"), ("base", 7), ("seq", 8),
            ]
            for (key, value) in head + fields { object[key] = value }
            return .object(object)
        }
        #expect(throws: BoardDocument.Failure.gap(base: 8, seq: 7)) {
            try board.apply(update(("base", 8)))
        }
        #expect(throws: BoardDocument.Failure.otherEpoch) {
            try board.apply(update(("epoch", "e2")))
        }
        #expect(throws: BoardDocument.Failure.otherTrack) {
            try board.apply(update(("track", "dale")))
        }
        #expect(throws: BoardDocument.Failure.malformed(field: "id")) {
            try board.apply(update(("banner", true), ("runs", [[:]])))
        }
        try board.apply(update(("base", 3), ("seq", 6), ("banner", true)))
        #expect(board == before)
    }

    @Test("Writing again into the same buffer needs no more memory")
    func reused() {
        var source = RandomBoard(seed: 1)
        for _ in 0..<300 { source.step() }
        var writer = JSONWriter()
        let frame = BoardFrame(time: 9)
        frame.writeSnapshot(of: source.board, to: &writer)
        let capacity = writer.bytes.capacity
        for _ in 0..<3 {
            writer.reset()
            frame.writeSnapshot(of: source.board, to: &writer)
            #expect(writer.bytes.capacity == capacity)
        }
    }

    static let snapshotText = """
        {"type":"snapshot","id":"main","track":{"id":"hill","name":"Hill","laps":1,"revision":1,\
        "checkpoints":[{"id":"t1","name":"T-intersection","minimumSegment":5000000},\
        {"id":"finish","name":"Finish","minimumSegment":5000000}],\
        "start":"gun","firstLap":"same","rank":"time","rounding":{"digits":3,\
        "direction":"down"}},"epoch":"e1","seq":7,"time":1796000041230000,"banner":null,\
        "sessions":[{"id":"open","name":"Hill","rank":"time","counts":"best","finish":"each",\
        "limit":null,"ties":"share","scope":"track","clock":"gun","state":"running","flag":null,"startedAt":1796000000000000,"flagAt":null,\
        "closedAt":null,"current":true}],\
        "runs":[{"id":"r1","session":"open","runner":{"id":"ada","name":"Ada"},"number":"7",\
        "status":"running","startedAt":1796000000000000,"finishedAt":null,"held":[],\
        "skipped":[],"next":{"checkpoint":"finish","lap":1,"compare":{"personalBest":null,\
        "overallBest":80000000}},"time":null,"verdict":null,"corrected":false,\
        "laps":0,"lastLap":null,"bestLap":null,"splitCount":1,"place":1,"gap":null,"gapLaps":0,\
        "interval":null,"intervalLaps":0,"delta":{"personalBest":null,"overallBest":-120000,\
        "leader":null},"splits":[{"id":"x1","checkpoint":"t1","lap":1,"at":1796000041230000,\
        "uncertainty":104000,"state":"counted","split":41230000,"segment":41230000,\
        "lapTime":null,"splitVerdict":"overallBest","segmentVerdict":"overallBest",\
        "lapVerdict":null,"standing":["segment","split"],"close":["split"],"record":[],\
        "corrected":false}]}],"unassigned":[],\
        "bests":{"overall":{"run":null,"time":null,"segments":[{"from":"start","to":"t1",\
        "time":41230000,"run":"r1"}],"sumOfBest":null},"runners":[{"runner":"ada","run":null,\
        "time":null,"segments":[],"sumOfBest":null}]},\
        "standings":[{"runner":"ada","order":1,"place":null,"run":"r1","time":null,"gap":null}]}
        """
}

extension Board {
    /// One runner, past the first of two checkpoints.
    fileprivate static var sample: Board {
        let start: Timestamp = 1_796_000_000_000_000
        let track = BoardTrack(
            id: "hill", name: "Hill", laps: 1, revision: 1,
            checkpoints: [
                .init(id: "t1", name: "T-intersection"), .init(id: "finish", name: "Finish"),
            ], start: .gun, firstLap: .same, rank: .time, rounding: .motorsport)
        let session = BoardSession(
            id: "open", name: "Hill", rank: .time, counts: .best, finish: .each, limit: nil,
            ties: .share, scope: .track, clock: .gun, state: .running, flag: nil, startedAt: start,
            flagAt: nil, closedAt: nil, current: true)
        let head = BoardRunHead(
            session: "open", runner: .init(id: "ada", name: "Ada"), number: "7", status: .running,
            startedAt: start, finishedAt: nil, held: [], skipped: [],
            next: .init(
                checkpoint: "finish", lap: 1,
                compare: .init(personalBest: nil, overallBest: 80_000_000)),
            time: nil, verdict: nil, corrected: false, laps: 0, lastLap: nil, bestLap: nil,
            splitCount: 1)
        let split = BoardSplit(
            id: "x1", checkpoint: "t1", lap: 1, at: start + 41_230_000, uncertainty: 104_000,
            state: .counted, split: 41_230_000, segment: 41_230_000, lapTime: nil,
            splitVerdict: .overallBest, segmentVerdict: .overallBest, lapVerdict: nil,
            standing: [.segment, .split], close: [.split], record: [], corrected: false)
        let run = Board.Run(
            id: "r1", head: BoardPart(head, seq: 7),
            placing: BoardPart(
                BoardPlacing(place: 1, gap: nil, gapLaps: 0, interval: nil, intervalLaps: 0),
                seq: 7),
            delta: BoardPart(
                BoardDelta(personalBest: nil, overallBest: -120_000, leader: nil), seq: 7),
            splits: [BoardPart(split, seq: 7)], seq: 7)
        let overall = Board.BestParts(
            .none,
            [.init(ends: .init(from: nil, to: "t1"), time: 41_230_000, run: "r1")], seq: 7)
        return Board(
            epoch: "e1", seq: 7, track: BoardPart(track, seq: 1),
            sessions: [BoardPart(session, seq: 7)], runs: [run], unassigned: [],
            overall: overall,
            runners: [.init(runner: "ada", bests: Board.BestParts(.none, [], seq: 7))],
            standings: [
                BoardPart(
                    BoardStanding(
                        runner: "ada", order: 1, place: nil, run: "r1", time: nil, gap: nil),
                    seq: 7)
            ], tombstones: [], tombstonesSince: 0)
    }
}
