import Testing

@testable import Journal

/// A query, and the constraint that an index answers for it.
struct PlannedQuery: Sendable, CustomTestStringConvertible {
    let constraint: String
    /// Likewise, of the table that is joined to.
    var other: String?
    let run: @Sendable (History) throws -> Void

    var testDescription: String { constraint }

    static let all = [
        Self("INDEX events_of_track (track=?)") {
            try $0.forEachDefinition(of: "hill") { _ in true }
        },
        Self("INDEX events_of_run (track=? AND run=?)") {
            _ = try $0.events(ofRuns: ["r"], splits: [], of: "hill")
        },
        Self("INDEX events_of_split (track=? AND split=?)") {
            _ = try $0.events(ofRuns: [], splits: ["s"], of: "hill")
        },
        Self("PRIMARY KEY (track=?)") { _ = try $0.lastReceipt(of: "hill") },
        Self("PRIMARY KEY (track=?)") { _ = try $0.active(of: "hill") },
        Self("PRIMARY KEY (track=? AND id=?)") { _ = try $0.storedRun("r", of: "hill") },
        Self("PRIMARY KEY (track=? AND id=?)") {
            _ = try $0.storedRun(ofSplit: "s", of: "hill")
        },
        Self("INDEX splits_of_run (track=? AND run=?)") {
            _ = try $0.splits(ofRun: "r", of: "hill")
        },
        Self("INDEX runs_of_track_runner (track=? AND runner=? AND started_at<?)") {
            _ = try $0.latestRun(ofRunner: "ada", of: "hill", startedBy: 9)
            _ = try $0.latestRun(ofRunner: "ada", of: "hill", session: "open", startedBy: 9)
        },
        Self("INDEX runs_of_number (track=? AND number=? AND started_at<?)") {
            _ = try $0.latestRun(ofNumber: "7", of: "hill", startedBy: 9)
        },
        Self("INDEX runs_of_session (track=? AND session=?)") {
            _ = try $0.storedRuns(ofSession: "open", of: "hill")
        },
        Self("INDEX runs_of_track_runner (track=? AND runner=?)") {
            _ = try $0.storedRuns(ofRunner: "ada", session: "open", of: "hill")
        },
        Self("INDEX runs_of_start (track=? AND start=?)") {
            _ = try $0.storedRuns(ofStart: "gun", of: "hill")
        },
        Self("INDEX runs_of_named_session (track=? AND named_session=?)") {
            _ = try $0.storedRuns(naming: "heat", of: "hill")
        },
        Self("INDEX runs_by_last (track=? AND last_at>?)") {
            _ = try $0.storedRuns(lastAfter: 1, of: "hill")
        },
        Self("PRIMARY KEY (track=?)") { _ = try $0.storedRuns(of: "hill") },
        Self("INDEX runs_by_last (track=? AND last_at<?)") {
            _ = try $0.hasRuns(lastBefore: 1, of: "hill")
        },
        Self("INDEX runs_of_session (track=? AND session=? AND started_at>?)") {
            _ = try $0.firstRun(ofSession: "open", of: "hill")
            _ = try $0.lastRun(ofSession: "open", of: "hill")
        },
        Self("INDEX runs_of_session (track=? AND session=? AND started_at>?)") {
            _ = try $0.startSpan(ofSession: "open", of: "hill")
        },
        Self("PRIMARY KEY (track=? AND measure=? AND at>?)") {
            _ = try $0.runsWithBests(in: TimeWindow(track: "hill", measure: "lap", from: 1))
        },
        Self("PRIMARY KEY (track=? AND measure=? AND at>? AND at<?)") {
            _ = try $0.runsWithBests(
                in: TimeWindow(
                    track: "hill", measure: "lap", runner: "ada", session: "open", from: 1,
                    through: 2, below: 3))
        },
        Self("PRIMARY KEY (track=?)") { _ = try $0.bests(of: "hill") },
        Self("PRIMARY KEY (track=? AND scope=? AND runner=? AND measure=? AND at<?)") {
            _ = try $0.best(BestsKey(track: "hill", measure: "lap"), at: 9)
        },
        Self("(track=? AND run=?)", also: "INDEX runs_of_session (track=? AND session=?)") {
            _ = try $0.leastTime("lap", ofSession: "heat", runner: nil, of: "hill", at: 9)
        },
        Self("PRIMARY KEY (track=? AND scope=? AND runner=?)") {
            _ = try $0.standingBests(ofRunner: "ada", of: "hill")
        },
        Self("PRIMARY KEY (track=? AND id=?)") { _ = try $0.session("open", of: "hill") },
        Self("INDEX times_of_run (track=? AND run=?)") {
            _ = try $0.times(ofRun: "r", of: "hill")
        },
    ]

    init(
        _ constraint: String, also other: String? = nil,
        _ run: @escaping @Sendable (History) throws -> Void
    ) {
        self.constraint = constraint
        self.other = other
        self.run = run
    }
}

@Suite struct QueryPlanTests {
    let directory = TemporaryDirectory()

    /// What is not in memory is looked for while commands wait: not in all of a track's log or runs.
    @Test(arguments: PlannedQuery.all)
    func `what is looked for is found by an index, without a sort`(query: PlannedQuery) throws {
        let journal = try Journal(directory: directory.path)
        let history = try History(directory: directory.path)
        try query.run(history)
        let texts = Array(history.database.preparedTexts).filter { $0.hasPrefix("SELECT") }
        #expect(!texts.isEmpty)
        for text in texts {
            let plan = try history.database.statement("EXPLAIN QUERY PLAN \(text)").all { columns in
                _ = (columns.integer(), columns.integer(), columns.integer())
                return columns.text()
            }
            let searches = plan.filter { $0.hasPrefix("SEARCH") }
            #expect(!searches.isEmpty, "\(plan)")
            #expect(
                searches.allSatisfy {
                    $0.hasSuffix(query.constraint) || $0.hasSuffix(query.other ?? query.constraint)
                }, "\(plan)")
            #expect(!plan.contains { $0.hasPrefix("SCAN r") || $0.contains("B-TREE") }, "\(plan)")
        }
        journal.close()
    }
}
