import Testing

@testable import Journal

@Suite struct RunListTests {
    let directory = TemporaryDirectory()

    /// 1200 runs of two runners on two tracks; every ten finish at the same instant.
    private func filled() throws -> Journal {
        let journal = try Journal(directory: directory.path)
        try journal.write(Sample.ground)
        let changes = (0..<1200).map { number in
            let run = Sample.run(
                "r\(1000 + number)", track: number % 3 == 0 ? "lake" : "hill",
                runner: number % 2 == 0 ? "ada" : "bob",
                status: number % 100 == 0 ? "running" : "finished", startedAt: 1,
                finishedAt: Int64(1_000_000 + number / 10))
            return TableChange.putRun(
                run, splits: [Sample.split("s\(number)", run: run.id, track: run.track)])
        }
        try journal.write(Transaction(changes: changes))
        return journal
    }

    private func pages(_ filter: RunFilter, of history: History) throws -> [[RunRow]] {
        var filter = filter
        var pages: [[RunRow]] = []
        while true {
            let page = try history.runs(filter).map(\.run)
            guard let last = page.last else { return pages }
            pages.append(page)
            filter.before = RunCursor(of: last)
        }
    }

    @Test func `pages hold every run once, newest first`() throws {
        let journal = try filled()
        let history = try History(directory: directory.path)
        let pages = try pages(RunFilter(limit: 7), of: history)
        let ids = pages.joined().map(\.id)
        #expect(ids == (0..<1200).reversed().map { "r\(1000 + $0)" })
        #expect(pages.allSatisfy { $0.count <= 7 })
        journal.close()
    }

    @Test(arguments: [
        (RunFilter(track: "lake", limit: 99), 400), (RunFilter(runner: "bob", limit: 99), 600),
        (RunFilter(status: "running", limit: 5), 12),
        (RunFilter(track: "hill", runner: "ada", status: "finished", limit: 99), 392),
        (RunFilter(track: "nowhere"), 0), (RunFilter(since: 1_000_100, limit: 99), 200),
        (RunFilter(track: "lake", since: 1_000_100, limit: 7), 66),
    ])
    func `filters narrow the list`(filter: RunFilter, count: Int) throws {
        let journal = try filled()
        let history = try History(directory: directory.path)
        let runs = try pages(filter, of: history).joined()
        #expect(runs.count == count)
        #expect(runs.allSatisfy { filter.track == nil || $0.track == filter.track })
        #expect(runs.allSatisfy { filter.runner == nil || $0.runner == filter.runner })
        #expect(runs.allSatisfy { filter.status == nil || $0.status == filter.status })
        journal.close()
    }

    @Test func `a span of time begins with its first instant and ends before its last`() throws {
        let journal = try filled()
        let history = try History(directory: directory.path)
        let filter = RunFilter(since: 1_000_005, before: RunCursor(at: 1_000_007), limit: 500)
        let instants = try history.runs(filter).map(\.run.finishedAt)
        #expect(instants.count == 20)
        #expect(Set(instants) == [1_000_005, 1_000_006])
        journal.close()
    }

    @Test func `an instant alone asks for what was before it`() throws {
        let journal = try filled()
        let history = try History(directory: directory.path)
        let runs = try history.runs(RunFilter(before: RunCursor(at: 1_000_001), limit: 500))
        #expect(runs.count == 10)
        journal.close()
    }

    @Test func `a page has 1 to 500 runs whatever is asked`() throws {
        let journal = try filled()
        let history = try History(directory: directory.path)
        #expect(try history.runs(RunFilter(limit: 100_000)).count == 500)
        #expect(try history.runs(RunFilter(limit: -1)).count == 1)
        journal.close()
    }

    @Test func `all runs of a track come in chunks with their splits, oldest first`() throws {
        let journal = try filled()
        let reader = try Reader(directory: directory.path)
        var ids: [String] = []
        var cursor: RunCursor?
        while true {
            let after = cursor
            let chunk = try reader.ask { history throws(JournalError) in
                try history.chunk(ofRunsOf: "hill", after: after, limit: 33)
            }
            #expect(chunk.count <= 33)
            #expect(chunk.allSatisfy { $0.splits.count == 1 })
            ids += chunk.map(\.run.id)
            guard let last = chunk.last else { break }
            cursor = RunCursor(of: last.run)
        }
        #expect(ids == (0..<1200).filter { $0 % 3 != 0 }.map { "r\(1000 + $0)" })
        reader.close()
        journal.close()
    }

    /// Without an index a page of 100,000s of runs would be a walk through all, or a sort of all.
    @Test(arguments: [
        RunFilter(), RunFilter(track: "hill"), RunFilter(runner: "ada"),
        RunFilter(status: "running"), RunFilter(before: RunCursor(at: 5)),
        RunFilter(track: "hill", before: RunCursor(at: 5)), RunFilter(since: 5),
        RunFilter(track: "hill", since: 4, before: RunCursor(at: 5)),
    ])
    func `every list is read from an index, without a sort`(filter: RunFilter) throws {
        let journal = try filled()
        let history = try History(directory: directory.path)
        let plan = try history.database.statement(
            "EXPLAIN QUERY PLAN " + History.listText(filter)
        ).all { columns in
            _ = (columns.integer(), columns.integer(), columns.integer())
            return columns.text()
        }
        #expect(plan.first?.contains("USING INDEX runs_") == true, "\(plan)")
        #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
        journal.close()
    }
}
