import Foundation
import Testing

@testable import SplitCore

/// A race that a timing system recorded, with the right answers worked out by hand.
@Suite(.enabled(if: RecordedRace.file != nil, "shared/cases is not above this checkout"))
struct RecordedRaceTests {
    private let board: Board
    private let state: TrackState
    private let runs: [RunID] = (1...6).map { RunID("car\($0)")! }

    init() throws {
        var track = try TestTrack.with(["line"], laps: 0, start: .line, rank: .race)
        try track.send(
            .createSession(
                "race",
                SessionDraft(
                    name: "Race", rank: .race, limit: .time(.seconds(300), plusLaps: 0),
                    finish: .leader)))
        try track.send(.createStart("gun", session: "race", at: instant(0), uncertainty: .zero))
        for run in runs {
            try track.send(
                .startRun(
                    run, StartRun(runner: run.renamed(), session: "race", origin: .start("gun"))))
        }
        for (index, passing) in try RecordedRace.passings().enumerated() {
            try track.send(
                .recordSplit(
                    SplitCapture(
                        id: CaptureID("j\(index)")!, subject: .run(RunID("car\(passing.car)")!),
                        checkpoint: "line", at: instant(0) + passing.total, uncertainty: .zero,
                        method: .sensor)))
        }
        // Cars 6 and 2 were on their last lap when the recording ended.
        try track.send(.closeSession("race", at: instant(360)))
        state = track.state
        board = track.board()
    }

    private func run(_ car: Int) throws -> Board.Run {
        try #require(board.runs.first { $0.id == RunID("car\(car)") })
    }

    @Test func fiftyTwoPassingsAreFortySixLaps() {
        let splits = board.runs.flatMap(\.splits).map(\.value)
        #expect(splits.count == 52)
        #expect(splits.allSatisfy { $0.state == .counted })
        #expect(splits.filter { $0.lap == 0 }.count == 6)
        #expect(board.runs.map(\.head.value.laps).reduce(0, +) == 46)
    }

    @Test(arguments: [(3, 8), (4, 8), (1, 8), (5, 8), (6, 7), (2, 7)])
    func aCarDidItsLaps(car: Int, laps: Int) throws {
        #expect(try run(car).head.value.laps == laps)
    }

    @Test func theOrderAtTheEndIsThatOfTheRecording() {
        #expect(board.standings.map(\.value.run.text) == [3, 4, 1, 5, 6, 2].map { "car\($0)" })
        #expect(board.standings.map(\.value.place) == [1, 2, 3, 4, 5, 6])
        #expect(board.runs.allSatisfy { $0.head.value.status == .finished })
    }

    @Test func theWinnersTotalAndTheGapOfTheSecondAreRight() throws {
        #expect(try run(3).head.value.time == span(314.808))
        #expect(try run(3).placing.value.gap == nil)
        #expect(try run(4).placing.value.gap == span(1.313))
        #expect(try run(4).placing.value.interval == span(1.313))
    }

    @Test(arguments: [
        (3, 33.271), (4, 33.572), (5, 35.849), (2, 36.898), (1, 37.054), (6, 37.724),
    ])
    func aCarsBestLapIsThatOfTheRecording(car: Int, seconds: Double) throws {
        #expect(try run(car).head.value.bestLap == span(seconds))
    }

    @Test func theLapsAreOneOverallBestFivePersonalBestsAndFortySlower() {
        let verdicts = board.runs.flatMap(\.splits).compactMap(\.value.lapVerdict)
        #expect(verdicts.filter { $0 == .overallBest }.count == 1)
        #expect(verdicts.filter { $0 == .personalBest }.count == 5)
        #expect(verdicts.filter { $0 == .slower }.count == 40)
    }

    @Test func thePassingsOfTheWinnerAreThoseOfTheRecording() throws {
        #expect(
            try run(3).splits.map(\.value.split)
                == [
                    2333, 35604, 76059, 115813, 155545, 195816, 235502, 275248, 314808,
                ].map { .milliseconds($0) })
    }

    @Test(arguments: [(3, 4, 4, 155.545), (1, 2, 1, 39.105)])
    func carsThatStandAtTheSameTotalShareAPlace(
        one: Int, other: Int, laps: Int, total: Double
    ) throws {
        // The race as it was at that instant.
        var track = TestTrack(id: state.id.text)
        track.apply(.trackCreated(try #require(state.definition)))
        for run in runs { try track.start(run) }
        for (index, passing) in try RecordedRace.passings().enumerated()
        where passing.total <= span(total) {
            try track.record(
                .run(RunID("car\(passing.car)")!), at: 0 + passing.total.seconds,
                id: CaptureID("j\(index)")!, uncertainty: 0, method: .sensor)
        }
        let placings = track.board().runs.filter {
            $0.id == RunID("car\(one)") || $0.id == RunID("car\(other)")
        }
        #expect(placings.map(\.head.value.laps) == [laps, laps])
        let places = placings.map(\.placing.value.place)
        #expect(places[0] != nil && places[0] == places[1])
    }
}

/// The passings of the recording, read from the folder of cases above the checkout.
private enum RecordedRace {
    struct Passing {
        var car: Int
        /// Since the gun.
        var total: TimeSpan
    }

    static let file: URL? = {
        var folder = URL(filePath: #filePath)
        while folder.path != "/" {
            folder.deleteLastPathComponent()
            let file = folder.appending(path: "shared/cases/rmonitor_orbits_mock_session.txt")
            if FileManager.default.fileExists(atPath: file.path) { return file }
        }
        return nil
    }()

    /// The session's are those after its run record; the idle system around it has none.
    static func passings() throws -> [Passing] {
        let text = try String(contentsOf: try #require(file), encoding: .utf8)
        return text.split(whereSeparator: \.isNewline).compactMap { line in
            let fields = line.split(separator: ",", omittingEmptySubsequences: false).map {
                $0.filter { $0 != "\"" }
            }
            guard fields.count == 4, fields[0] == "$J", let car = Int(fields[1]) else { return nil }
            let clock = fields[3].split(whereSeparator: { ":.".contains($0) }).compactMap {
                Int64($0)
            }
            guard clock.count == 4 else { return nil }
            return Passing(
                car: car,
                total: .milliseconds(
                    ((clock[0] * 60 + clock[1]) * 60 + clock[2]) * 1000 + clock[3]))
        }
    }
}

extension TimeSpan {
    fileprivate var seconds: Double { Double(microseconds) / 1_000_000 }
}
