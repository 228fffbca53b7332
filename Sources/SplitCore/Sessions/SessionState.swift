/// A session of a track: its rules, what control showed, its entries, and who runs in it.
struct SessionState: Hashable, Sendable {
    var definition: SessionDefinition
    /// In log order; the last one is what is shown.
    var flags: [ShownFlag] = []
    var closedAt: Timestamp?
    var entries: [RunnerID: Entry] = [:]
    /// Runs that are not voided, by start, then id. Those without a start are not among them.
    var runsByStart = SortedList<InstantRef<RunID>>()
    /// Runs that a person took out.
    var voided: Set<RunID> = []
    /// Runs that have not ended.
    var running: Set<RunID> = []
    /// Runs that have ended, by the instant of their end, then id.
    var ended = SortedList<InstantRef<RunID>>()
    /// Starts of the session, by instant, then id.
    var starts: [InstantRef<StartID>] = []
    /// Who came first to each lap, in the races that the leader ends.
    var leads = Leads()
    /// Where its runs are out of memory; then the lists above are empty.
    var archived: ArchivedRuns?
    /// Worked out from `leads`, the limit and the flags.
    var flagAt: Timestamp?

    init(definition: SessionDefinition) {
        self.definition = definition
    }

    /// The latest start in this session.
    var latestStart: Timestamp? {
        switch (runsByStart.last?.at ?? archived?.starts?.upperBound, starts.last?.at) {
        case (let run?, let start?): max(run, start)
        case (let run?, nil): run
        case (nil, let start): start
        }
    }

    /// The earliest start of a run, or the earliest start where nobody runs yet.
    var startedAt: Timestamp? {
        runsByStart.first?.at ?? archived?.starts?.lowerBound ?? starts.first?.at
    }

    var endRules: EndRules {
        EndRules(
            finish: definition.finish, limit: definition.limit, flagAt: flagAt,
            closedAt: closedAt)
    }

    /// Works out anew when the flag fell. Answers whether that is another instant now.
    mutating func updateFlag() -> Bool {
        let shown = flags.last { $0.flag == .finish }?.at
        let flagAt = leads.flag(limit: definition.limit, finish: definition.finish, shown: shown)
        defer { self.flagAt = flagAt }
        return flagAt != self.flagAt
    }
}

/// Something at an instant; in order by instant, then id.
struct InstantRef<ID: Hashable & Comparable & Sendable>: Hashable, Comparable, Sendable {
    var at: Timestamp
    var id: ID

    static func < (left: Self, right: Self) -> Bool {
        left.at != right.at ? left.at < right.at : left.id < right.id
    }
}

extension Array where Element: Comparable {
    mutating func insertSorted(_ element: Element) {
        // Most of what arrives belongs at the end.
        guard let last, !(last < element) else { return append(element) }
        insert(element, at: lowerBound { $0 < element })
    }

    mutating func insertOnce(_ element: Element) {
        let index = lowerBound { $0 < element }
        if index == endIndex || self[index] != element { insert(element, at: index) }
    }

    mutating func removeSorted(_ element: Element) {
        let index = lowerBound { $0 < element }
        if index < endIndex, self[index] == element { remove(at: index) }
    }
}
