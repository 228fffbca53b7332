import Foundation
import Testing

@testable import SplitCore

/// Whole boards of a few races, written out. A change of what a board shows is a change of these
/// files; `LIVETIMING_UPDATE_GOLDEN=1 swift test` writes them anew, to be read before they are kept.
@Suite struct GoldenBoardTests {
    @Test func aTimeTrialOnAHill() throws {
        var track = try TestTrack.with(["t1", "t2", "finish"])
        try track.run("ada-1", by: "ada", 41.23, 80, 102.244)
        try track.run("bob-1", by: "bob", from: 120, 160.5, 200, 223)
        try track.run("ada-2", by: "ada", from: 240, 281, 319.9)
        try track.start("cyd-1", by: "cyd", at: 300, number: "7")
        try track.split("cyd-1", "t2", at: 379.5)
        try track.record(nil, "finish", at: 390, id: "nobody-yet")
        try track.send(.voidSplit("bob-1-200000"))
        try expect(track, isIn: "hill")
    }

    @Test func aKartRaceAfterTheFlag() throws {
        var track = try TestTrack.with(["s1", "line"], laps: 0, start: .line)
        try track.send(
            .createSession(
                "final",
                SessionDraft(
                    name: "Final", rank: .race, limit: .time(.seconds(60), plusLaps: 0),
                    finish: .leader, scope: .session)))
        try track.send(.createStart("gun", session: "final", at: instant(0), uncertainty: .zero))
        for (number, run) in ["fast", "close", "slow"].enumerated() {
            let run = RunID(run)!
            try track.send(
                .enterRunner(
                    Entry(runner: run.renamed(), session: "final", number: "\(number + 1)")))
            try track.send(
                .startRun(
                    run, StartRun(runner: run.renamed(), session: "final", origin: .start("gun"))))
        }
        try track.splits("fast", 2, 12, 22, 31.9, 41.7, 52, 62.1)
        try track.splits("close", 2.5, 12.6, 22.4, 32.5, 42.5, 52.6, 62.6)
        try track.splits("slow", 3, 17, 31, 45, 60)
        try expect(track, isIn: "karts")
    }

    @Test func aRaceWithEveryStatus() throws {
        var track = try TestTrack.with(["line"], laps: 2)
        for (run, lap) in [("first", 30.0), ("second", 30.5), ("out", 31), ("cheat", 29)] {
            try track.run(RunID(run)!, lap, 2 * lap)
        }
        try track.start("waits")
        try track.run("guest", 33, 66)
        try track.send(.setStatus("out", .dnf))
        try track.send(.setStatus("cheat", .dsq))
        try track.send(.setStatus("waits", .dns))
        try track.send(.setStatus("guest", .hc))
        try expect(track, isIn: "statuses")
    }

    private func expect(_ track: TestTrack, isIn name: String) throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Golden/\(name).txt")
        let text = BoardText(track.board()).lines.joined(separator: "\n") + "\n"
        if ProcessInfo.processInfo.environment["LIVETIMING_UPDATE_GOLDEN"] != nil {
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(text == (try String(contentsOf: file, encoding: .utf8)))
    }
}

/// A board as text, one part a line; instants are seconds after the gun of the tests' races.
private struct BoardText {
    private(set) var lines: [String] = []
    private let times = TimeFormat()

    init(_ board: Board) {
        let track = board.track.value
        lines.append(
            "track \(track.id) \"\(track.name)\" revision \(track.revision) laps \(track.laps) "
                + track.checkpoints.map(\.id.text).joined(separator: " "))
        for session in board.sessions.map(\.value) {
            lines.append(
                "session \(session.id) \"\(session.name)\" \(session.rank) \(session.state) "
                    + "flag \(text(session.flag)) at \(text(session.flagAt))"
                    + (session.current ? " current" : ""))
        }
        for run in board.runs { add(run) }
        for split in board.unassigned.map(\.value) { add(split) }
        add(board.overall, of: "everyone")
        for runner in board.runners { add(runner.bests, of: runner.runner.text) }
        for standing in board.standings.map(\.value) {
            lines.append(
                "standing \(standing.order). \(standing.runner) place \(text(standing.place)) "
                    + "\(times.elapsed(standing.time)) \(times.gap(standing.gap))")
        }
    }

    private mutating func add(_ run: Board.Run) {
        let (head, placing, delta) = (run.head.value, run.placing.value, run.delta.value)
        lines.append(
            "run \(run.id) of \(head.runner.id) number \(head.number ?? "—") \(head.status) "
                + "from \(text(head.startedAt)) to \(text(head.finishedAt)) "
                + "time \(times.elapsed(head.time)) \(text(head.verdict))"
                + (head.corrected ? " corrected" : ""))
        lines.append(
            "  laps \(head.laps) last \(times.elapsed(head.lastLap)) "
                + "best \(times.elapsed(head.bestLap)) splits \(head.splitCount)")
        if let next = head.next {
            lines.append(
                "  next \(next.checkpoint) \(next.lap), compare own \(times.elapsed(next.compare?.personalBest)) best \(times.elapsed(next.compare?.overallBest))"
            )
        }
        lines.append(
            "  place \(text(placing.place)) gap \(times.gap(placing.gap, laps: placing.gapLaps)) "
                + "interval \(times.gap(placing.interval, laps: placing.intervalLaps)), "
                + "delta \(text(delta) { times.delta($0) })")
        for split in run.splits.map(\.value) { add(split) }
    }

    private mutating func add(_ split: BoardSplit) {
        let measures = [
            ("segment", split.segment, split.segmentVerdict),
            ("lap", split.lapTime, split.lapVerdict), ("split", split.split, split.splitVerdict),
        ]
        let shown = measures.filter { $0.1 != nil }.map {
            "\($0.0) \(times.elapsed($0.1)) \(text($0.2))"
        }
        let flags = [
            ("standing", split.standing), ("close", split.close), ("record", split.record),
        ]
        .filter { !$0.1.isEmpty }
        .map { "\($0.0) \($0.1.map(\.rawValue).joined(separator: "+"))" }
        let place = "\(split.checkpoint?.text ?? "—") \(text(split.lap)) at \(text(split.at))"
        lines.append(
            (["  split \(place) \(split.state)"] + shown + flags
                + (split.corrected ? ["corrected"] : [])).joined(separator: ", "))
    }

    private mutating func add(_ parts: Board.BestParts, of name: String) {
        let bests = parts.whole.value
        let segments = parts.segments.map(\.value).map {
            "\($0.ends.from?.text ?? "start")–\($0.ends.to) \(times.elapsed($0.time)) (\($0.run))"
        }
        lines.append(
            (["bests of \(name): \(times.elapsed(bests.time)) (\(bests.run?.text ?? "—"))"]
                + segments
                + ["sum \(times.elapsed(bests.sumOfBest))"]).joined(separator: ", "))
    }

    private func text(_ at: Timestamp?) -> String { times.elapsed(at.map { $0 - instant(0) }) }

    private func text(_ value: Int?) -> String { value.map(String.init) ?? "—" }

    private func text<Value: RawRepresentable>(_ value: Value?) -> String
    where Value.RawValue == String { value?.rawValue ?? "—" }

    private func text(_ delta: BoardDelta, _ format: (TimeSpan?) -> String) -> String {
        "own \(format(delta.personalBest)) best \(format(delta.overallBest)) "
            + "leader \(format(delta.leader))"
    }
}
