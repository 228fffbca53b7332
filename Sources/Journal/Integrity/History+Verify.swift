/// Something in the journal that should not be.
public enum IntegrityFault: Equatable, Sendable {
    /// SQLite finds the file itself damaged.
    case damaged(String)

    /// The events of a log are not 1, 2, 3 …: they go from `first` to `last` and are `count`.
    case gap(track: String, first: Int64, last: Int64, count: Int64)

    /// The head of a log is not its last event. `nil`: there is no head.
    case wrongHead(track: String, head: Int64?, last: Int64)

    /// An epoch of a log that ended and began again; each is one stretch of the log, the head's the
    /// last.
    case brokenEpoch(track: String, epoch: String)

    /// The head of a log has another greatest instant than its events. `nil`: none.
    case wrongInstant(track: String, head: Int64?, latest: Int64?)

    /// A command was answered with a `seq` that its log does not have.
    case wrongAnswer(track: String, commandID: String, seq: Int64)

    /// Rows of `table` that point at rows of `parent` which are not there.
    case dangling(table: String, parent: String, count: Int64)

    /// A run that is stored stands among those that are not yet.
    case activeAndStored(track: String, run: String)
}

extension History {
    /// Everything that is wrong with the journal; empty when all is well. Reads the whole file.
    public func verify() throws(JournalError) -> [IntegrityFault] {
        do {
            return try faults()
        } catch .sqlite(let failure) where failure.isDamage {
            // So damaged that even what looks for damage cannot read it.
            return [.damaged(failure.message)]
        }
    }

    private func faults() throws(JournalError) -> [IntegrityFault] {
        try snapshot { () throws(JournalError) in
            let damages = try damages()
            // A damaged file can't be trusted to answer the rest.
            if !damages.isEmpty { return damages }
            return try gaps() + wrongHeads() + brokenEpochs() + wrongInstants() + wrongAnswers()
                + danglingRows() + activeAndStored()
        }
    }

    private func damages() throws(JournalError) -> [IntegrityFault] {
        try database.statement("PRAGMA integrity_check").all { $0.text() }
            .filter { $0 != "ok" }.map { .damaged($0) }
    }

    private func gaps() throws(JournalError) -> [IntegrityFault] {
        try database.statement(
            """
            SELECT track, min(seq) AS first, max(seq) AS last, count(*) AS total
            FROM events GROUP BY track HAVING first <> 1 OR last <> total
            """
        ).all {
            .gap(
                track: $0.text(), first: $0.integer(), last: $0.integer(), count: $0.integer())
        }
    }

    private func wrongHeads() throws(JournalError) -> [IntegrityFault] {
        try database.statement(
            """
            SELECT track, last_seq, last FROM
                (SELECT track, max(seq) AS last FROM events GROUP BY track) LEFT JOIN logs USING (track)
            WHERE last_seq IS NOT last
            UNION ALL
            SELECT track, last_seq, 0 FROM logs
            WHERE last_seq <> 0 AND track NOT IN (SELECT track FROM events)
            """
        ).all {
            .wrongHead(track: $0.text(), head: $0.optionalInteger(), last: $0.integer())
        }
    }

    private func brokenEpochs() throws(JournalError) -> [IntegrityFault] {
        try database.statement(
            """
            SELECT track, epoch FROM
                (SELECT track, epoch, lag(epoch) OVER (PARTITION BY track ORDER BY seq) AS previous
                 FROM events)
            WHERE epoch IS NOT previous GROUP BY track, epoch HAVING count(*) > 1
            UNION
            SELECT track, epoch FROM logs
            WHERE epoch <> (SELECT epoch FROM events WHERE events.track = logs.track
                            ORDER BY seq DESC LIMIT 1)
                AND EXISTS (SELECT 1 FROM events
                            WHERE events.track = logs.track AND events.epoch = logs.epoch)
            """
        ).all {
            .brokenEpoch(track: $0.text(), epoch: $0.text())
        }
    }

    private func wrongInstants() throws(JournalError) -> [IntegrityFault] {
        try database.statement(
            """
            SELECT track, latest_at, latest FROM logs
            LEFT JOIN (SELECT track, max(instant) AS latest FROM events GROUP BY track) USING (track)
            WHERE latest_at IS NOT latest
            """
        ).all {
            .wrongInstant(
                track: $0.text(), head: $0.optionalInteger(), latest: $0.optionalInteger())
        }
    }

    private func wrongAnswers() throws(JournalError) -> [IntegrityFault] {
        try database.statement(
            """
            SELECT commands.track, command_id, seq FROM commands LEFT JOIN logs USING (track)
            WHERE seq < 0 OR seq > coalesce(last_seq, 0)
            """
        ).all {
            .wrongAnswer(track: $0.text(), commandID: $0.text(), seq: $0.integer())
        }
    }

    /// But for runs of a runner whom nobody registered: such a runner has no name, and may run.
    private func danglingRows() throws(JournalError) -> [IntegrityFault] {
        try database.statement(
            """
            SELECT "table", parent, count(*) FROM pragma_foreign_key_check
            WHERE NOT ("table" = 'runs' AND parent = 'runners') GROUP BY 1, 2
            """
        ).all {
            .dangling(table: $0.text(), parent: $0.text(), count: $0.integer())
        }
    }

    private func activeAndStored() throws(JournalError) -> [IntegrityFault] {
        try database.statement(
            """
            SELECT DISTINCT active.track, active.run FROM active
            JOIN runs ON runs.track = active.track AND runs.id = active.run
            """
        ).all {
            .activeAndStored(track: $0.text(), run: $0.text())
        }
    }
}
