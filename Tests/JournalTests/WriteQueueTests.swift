import Testing

@testable import Journal

@Suite struct WriteQueueTests {
    private let failure = JournalError.sqlite(
        SQLiteFailure(call: "sqlite3_step", code: 13, message: "database or disk is full"))

    private func entry(_ transaction: Transaction? = Transaction()) -> WriteQueue.Entry {
        WriteQueue.Entry(transaction: transaction, completion: { _ in })
    }

    /// The step as text, with how many entries it holds.
    private func next(_ queue: inout WriteQueue) -> String {
        switch queue.next() {
        case .commit(let entries): "commit \(entries.count)"
        case .reject(let entries, _): "reject \(entries.count)"
        case .recovered: "recovered"
        case .finish: "finish"
        case nil: "wait"
        }
    }

    @Test func `all that waits is one batch up to the bound`() {
        var queue = WriteQueue(batchLimit: 3)
        for _ in 0..<5 { _ = queue.append(entry()) }
        #expect(next(&queue) == "commit 3")
        #expect(next(&queue) == "commit 2")
        #expect(next(&queue) == "wait")
    }

    @Test func `what is appended between batches comes in its order, each once`() {
        // Appends of every size meet batches at every place of the queue.
        let sizes = (0..<200).map { $0 * $0 % 7 }
        var queue = WriteQueue(batchLimit: 4)
        var (appended, taken) = (0, [String]())
        for size in sizes {
            for _ in 0..<size {
                let mark = MetaChange(key: "\(appended)", value: nil)
                _ = queue.append(entry(Transaction(meta: [mark])))
                appended += 1
            }
            guard case .commit(let entries) = queue.next() else { continue }
            #expect((1...4).contains(entries.count))
            taken += entries.compactMap { $0.transaction?.meta.first?.key }
            #expect(queue.count == appended - taken.count)
        }
        while case .commit(let entries) = queue.next() {
            taken += entries.compactMap { $0.transaction?.meta.first?.key }
        }
        #expect(taken == (0..<appended).map(String.init))
    }

    @Test func `a checkpoint ends its batch`() {
        var queue = WriteQueue(batchLimit: 9)
        for transaction in [Transaction(), nil, Transaction()] {
            _ = queue.append(entry(transaction))
        }
        #expect(next(&queue) == "commit 2")
        #expect(next(&queue) == "commit 1")
    }

    @Test func `after a failure everything is rejected until resumed`() {
        var queue = WriteQueue(batchLimit: 1)
        _ = queue.append(entry())
        _ = queue.append(entry())
        #expect(next(&queue) == "commit 1")
        queue.stop(failure)
        _ = queue.append(entry())
        #expect(next(&queue) == "reject 2")
        _ = queue.append(entry())
        #expect(next(&queue) == "reject 1")
        queue.resume()
        _ = queue.append(entry())
        #expect(next(&queue) == "recovered")
        #expect(next(&queue) == "commit 1")
    }

    @Test func `what was appended before a resumption is rejected though not yet looked at`() {
        var queue = WriteQueue(batchLimit: 9)
        queue.stop(failure)
        _ = queue.append(entry())
        queue.resume()
        _ = queue.append(entry())
        _ = queue.append(entry())
        #expect(next(&queue) == "reject 1")
        #expect(next(&queue) == "recovered")
        #expect(next(&queue) == "commit 2")
    }

    @Test func `a resumption without a failure changes nothing`() {
        var queue = WriteQueue(batchLimit: 9)
        _ = queue.append(entry())
        queue.resume()
        #expect(next(&queue) == "commit 1")
        #expect(next(&queue) == "wait")
    }

    @Test func `a closed queue is drained and takes no more`() {
        var queue = WriteQueue(batchLimit: 9)
        _ = queue.append(entry())
        queue.close()
        let isTaken = queue.append(entry())
        #expect(!isTaken)
        #expect(next(&queue) == "commit 1")
        #expect(next(&queue) == "finish")
    }
}
