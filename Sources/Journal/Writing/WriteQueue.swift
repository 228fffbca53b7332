/// What waits to be written, and what the writer does next. No I/O: the writer's thread asks `next`
/// and acts.
///
/// An entry is written only in the term that it was appended in. A batch that fails for good ends the
/// term, so nothing that was appended behind it can be written after it; `resume` begins the next.
struct WriteQueue {
    struct Entry: Sendable {
        /// `nil` asks for a checkpoint after all that is before it.
        var transaction: Transaction?
        var completion: @Sendable (Result<Void, JournalError>) -> Void
    }

    enum Step {
        /// Write these as one. At most the last of them asks for a checkpoint.
        case commit([Entry])
        /// Tell these that they were not written.
        case reject([Entry], JournalError)
        /// The owner has resumed: tell that the journal is well.
        case recovered
        /// All is done and closed.
        case finish
    }

    /// The most entries in one commit.
    let batchLimit: Int

    private(set) var isClosed = false

    /// Why the writer stopped; `nil` while it writes.
    private(set) var failure: JournalError?

    private var entries: [(term: Int, entry: Entry)] = []
    /// The first of `entries` that still waits.
    private var first = 0
    private var term = 0
    private var hasResumed = false

    /// What the entries of an earlier term are told.
    private var lastFailure: JournalError = .closed

    init(batchLimit: Int) {
        self.batchLimit = batchLimit
    }

    var count: Int { entries.count - first }

    /// False if the journal is closed; then the entry was not taken.
    mutating func append(_ entry: Entry) -> Bool {
        guard !isClosed else { return false }
        entries.append((term, entry))
        return true
    }

    /// `nil` while there is nothing to do.
    mutating func next() -> Step? {
        let stale = entries[first...].prefix { failure != nil || $0.term < term }.count
        if stale > 0 { return .reject(take(stale), lastFailure) }
        if hasResumed {
            hasResumed = false
            return .recovered
        }
        guard count > 0 else { return isClosed ? .finish : nil }
        let next = entries[first...].prefix(batchLimit)
        let end = next.firstIndex { $0.entry.transaction == nil }.map { $0 + 1 } ?? next.endIndex
        return .commit(take(end - first))
    }

    private mutating func take(_ count: Int) -> [Entry] {
        let taken = entries[first..<first + count].map(\.entry)
        first += count
        // Moving the rest down now and then keeps the cost of each at a constant.
        if first * 2 >= entries.count {
            entries.removeFirst(first)
            first = 0
        }
        return taken
    }

    /// The batch in hand failed for good: nothing more is written until `resume`.
    mutating func stop(_ error: JournalError) {
        failure = error
        lastFailure = error
    }

    /// Begins a new term, if the writer had stopped.
    mutating func resume() {
        guard failure != nil else { return }
        failure = nil
        term += 1
        hasResumed = true
    }

    mutating func close() {
        isClosed = true
    }
}
