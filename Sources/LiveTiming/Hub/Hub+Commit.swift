import EventLoop
import Journal
import SplitCore
import TimingWire

/// What one turn of the loop has applied, on its way to the journal.
struct Applied {
    /// Where a log stands after a transaction.
    typealias Mark = (log: DurableLog, seq: Int64)

    var transactions: [Transaction] = []
    /// In the order of the transactions: answers keep to it.
    var marks: [Mark] = []
    /// The rooms whose logs are among them.
    var rooms: [ObjectIdentifier: Room] = [:]
}

extension Hub {
    /// Sends what was applied to the journal. When it is on disk, lists show it and everyone who waits
    /// is answered.
    ///
    /// All that a turn of the loop brings goes there together at its end: the writer would begin with
    /// the first of it at once, and the rest would wait for a commit of its own.
    func commit(_ transaction: Transaction, registry hasRunner: Bool, rooms: [Room]) {
        if applied.transactions.isEmpty { loop.defer { [weak self] in self?.commitTurn() } }
        applied.transactions.append(transaction)
        for room in rooms {
            applied.marks.append((room.log, room.log.appliedSeq))
            applied.rooms[ObjectIdentifier(room)] = room
        }
        if hasRunner { applied.marks.append((registryLog, registryLog.appliedSeq)) }
    }

    /// Hands to the journal what this turn has brought until now.
    func commitTurn() {
        guard !applied.transactions.isEmpty else { return }
        let transactions = applied.transactions
        let reached = LoopBound(
            (
                hub: self, marks: applied.marks,
                rooms: applied.rooms.values.map { (room: $0, summary: $0.currentSummary) }
            ))
        applied = Applied()
        let mailbox = loop.mailbox
        journal.append(transactions) { result in
            mailbox.post {
                // Given up on: `journalBecame` reads the state anew and tells those who wait.
                guard case .success = result else { return }
                for (room, summary) in reached.value.rooms { room.summary = summary }
                reached.value.hub.untold.add(reached.value.marks)
            }
        }
    }
}
