import EventLoop
import Journal
import SplitCore
import TimingWire

/// How what was applied gets to the journal.
extension Hub {
    /// Something that was applied, and what moves on when it is on disk.
    struct Applied {
        var transaction: Transaction
        var logs: [(log: DurableLog, seq: Int64)]
        var rooms: [(room: Room, summary: TrackSummary?)]
    }

    /// Sends what was applied to the journal. When it is on disk, lists show it and everyone who waits
    /// is answered.
    ///
    /// All that a turn of the loop brings goes there together at its end: the writer would begin with
    /// the first of it at once, and the rest would wait for a commit of its own.
    func commit(_ transaction: Transaction, registry hasRunner: Bool, rooms: [Room]) {
        if applied.isEmpty { loop.defer { [weak self] in self?.commitTurn() } }
        let logs = rooms.map(\.log) + (hasRunner ? [registryLog] : [])
        applied.append(
            Applied(
                transaction: transaction, logs: logs.map { ($0, $0.appliedSeq) },
                rooms: rooms.map { ($0, $0.currentSummary) }))
    }

    /// Hands to the journal what this turn has brought until now.
    func commitTurn() {
        guard !applied.isEmpty else { return }
        let transactions = applied.map(\.transaction)
        let marks = LoopBound(applied.map { (logs: $0.logs, rooms: $0.rooms) })
        applied = []
        let mailbox = loop.mailbox
        journal.append(transactions) { result in
            mailbox.post {
                // Given up on: `journalBecame` reads the state anew and tells those who wait.
                guard case .success = result else { return }
                for (logs, rooms) in marks.value {
                    for (room, summary) in rooms { room.summary = summary }
                    for (log, seq) in logs { log.committed(through: seq) }
                }
            }
        }
    }
}
