extension History {
    /// Where each log stands, by track. The one named "" is the registry's.
    public func heads() throws(JournalError) -> [LogHead] {
        try database.statement("SELECT \(LogHead.columns) FROM logs ORDER BY track")
            .all { LogHead(from: &$0) }
    }

    public func head(of track: String) throws(JournalError) -> LogHead? {
        try database.statement("SELECT \(LogHead.columns) FROM logs WHERE track = ?")
            .first({ $0.bind(track) }, { LogHead(from: &$0) })
    }

    /// Hands the events of a track's log after `seq` to `body` in order, one at a time, as long as it
    /// answers true. The log is never in memory as a whole.
    public func forEachEvent(
        of track: String, after seq: Int64 = 0,
        _ body: (EventRow) throws(JournalError) -> Bool
    ) throws(JournalError) {
        try database.statement(
            "SELECT \(EventRow.columns) FROM events WHERE track = ? AND seq > ? ORDER BY seq"
        ).forEach {
            $0.bind(track)
            $0.bind(seq)
        } _: { columns throws(JournalError) in
            try body(EventRow(from: &columns))
        }
    }

    /// At most `limit` events of a track's log after `seq`, in order.
    public func events(
        of track: String, after seq: Int64, limit: Int
    ) throws(JournalError) -> [EventRow] {
        var events: [EventRow] = []
        guard limit > 0 else { return [] }
        try forEachEvent(of: track, after: seq) { event in
            events.append(event)
            return events.count < limit
        }
        return events
    }

    /// Hands the events of a track's log that are of no run and no split to `body` in order, one at a
    /// time, as long as it answers true: definitions, sessions, entries and starts.
    public func forEachDefinition(
        of track: String, _ body: (EventRow) throws(JournalError) -> Bool
    ) throws(JournalError) {
        // Indices by name, here and below: SQLite would rather walk through the log in its order.
        try database.statement(
            """
            SELECT \(EventRow.columns) FROM events INDEXED BY events_of_track
            WHERE track = ? AND run IS NULL AND split IS NULL ORDER BY seq
            """
        ).forEach {
            $0.bind(track)
        } _: { columns throws(JournalError) in
            try body(EventRow(from: &columns))
        }
    }

    /// The events of a track's log that were written as being of one of `runs` or `splits`, in order,
    /// each once.
    public func events(
        ofRuns runs: [String], splits: [String], of track: String
    ) throws(JournalError) -> [EventRow] {
        try snapshot { () throws(JournalError) in
            var events: [EventRow] = []
            for run in Set(runs) {
                events += try self.events("events_of_run", where: "run", is: run, of: track)
            }
            for split in Set(splits) {
                events += try self.events("events_of_split", where: "split", is: split, of: track)
            }
            return events.sorted { $0.seq < $1.seq }
        }
    }

    private func events(
        _ index: String, where column: String, is id: String, of track: String
    ) throws(JournalError) -> [EventRow] {
        try database.statement(
            """
            SELECT \(EventRow.columns) FROM events INDEXED BY \(index)
            WHERE track = ? AND \(column) = ? ORDER BY seq
            """
        ).all {
            $0.bind(track)
            $0.bind(id)
        } _: {
            EventRow(from: &$0)
        }
    }

    /// The latest receipt of the last events of a track's log: microseconds since 1970, UTC; `nil`
    /// before the first. A command that waited for the disk stands behind some that came after it.
    public func lastReceipt(of track: String) throws(JournalError) -> Int64? {
        try database.statement(
            "SELECT received_at FROM events WHERE track = ? ORDER BY seq DESC LIMIT 10000"
        ).all({ $0.bind(track) }, { $0.integer() }).max()
    }

    /// What a command was answered; `nil` if it never was.
    public func command(_ id: String, of track: String) throws(JournalError) -> CommandRow? {
        try database.statement(
            "SELECT \(CommandRow.columns) FROM commands WHERE track = ? AND command_id = ?"
        ).first {
            $0.bind(track)
            $0.bind(id)
        } _: {
            CommandRow(from: &$0)
        }
    }

    /// The value of an entry of `meta`.
    public func meta(_ key: String) throws(JournalError) -> String? {
        try database.statement("SELECT value FROM meta WHERE key = ?")
            .first({ $0.bind(key) }, { $0.text() })
    }

    /// All entries of `meta` whose keys begin with `prefix`.
    public func metas(prefix: String = "") throws(JournalError) -> [String: String] {
        let pairs = try database.statement(
            "SELECT key, value FROM meta WHERE key >= ? AND key < ? || char(0x10ffff)"
        ).all {
            $0.bind(prefix)
            $0.bind(prefix)
        } _: {
            ($0.text(), $0.text())
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }
}
