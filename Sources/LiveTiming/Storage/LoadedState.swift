import Journal
import SplitCore
import TimingWire

/// Everything that a server needs to know of its journal to begin: read once at the start, and again
/// after a disk that did not take events. A value, so that any thread may read it.
struct LoadedState: Sendable {
    /// Where a log stands, and what the commands in it were answered.
    struct Log: Sendable {
        var name: String
        var epoch: String
        var seq: Int64 = 0
        var answers: [CommandID: DurableLog.Answer] = [:]

        func durableLog() -> DurableLog {
            DurableLog(
                name: name, epoch: epoch, seq: seq, isBegun: true, answers: answers)
        }
    }

    struct Track: Sendable {
        var state: TrackState
        var log: Log
        var createdAt: Timestamp

        func room() -> Room {
            Room(
                id: state.id, log: log.durableLog(), state: state, createdAt: createdAt,
                stored: .init(
                    runs: Set(state.endedRuns), unassigned: Set(state.unassignedCaptures)))
        }
    }

    var registry = RunnerRegistry()
    /// Nil before the first runner.
    var registryLog: Log?
    var tracks: [Track] = []
    /// The last instant at which a command came in.
    var latestReceipt: Timestamp?

    /// Reads the logs and folds them.
    init(from history: History, mergeWindow: TimeSpan) throws(LoadError) {
        let heads: [LogHead]
        do { heads = try history.heads() } catch { throw .journal(error) }
        for head in heads {
            var log = Log(name: head.track, epoch: head.epoch)
            if head.track.isEmpty {
                try readRegistry(history, &log)
            } else {
                try readTrack(history, head, &log, mergeWindow)
            }
        }
    }

    private mutating func readRegistry(_ history: History, _ log: inout Log) throws(LoadError) {
        var runners = registry
        try Self.forEach(history, &log, &latestReceipt) { row throws(LoadError) in
            runners.register(
                try Self.decoded(row) { () throws(LogBodyError) in
                    try RunnerCodec.decode(LogBody(row)).runner
                })
        }
        registry = runners
        registryLog = log
    }

    private mutating func readTrack(
        _ history: History, _ head: LogHead, _ log: inout Log, _ mergeWindow: TimeSpan
    ) throws(LoadError) {
        guard let id = TrackID(head.track) else { throw .unreadable(track: head.track, seq: 0) }
        var state = TrackState(id: id, mergeWindow: mergeWindow)
        var createdAt: Timestamp?
        try Self.forEach(history, &log, &latestReceipt) { row throws(LoadError) in
            let logged = try Self.decoded(row) { () throws(LogBodyError) in
                try LoggedEvent(row)
            }
            createdAt = createdAt ?? logged.origin.receivedAt
            state.evolve(logged)
        }
        tracks.append(
            Track(
                state: state, log: log, createdAt: createdAt ?? Timestamp(microseconds: 0)))
    }

    private static func forEach(
        _ history: History, _ log: inout Log, _ latestReceipt: inout Timestamp?,
        _ body: (EventRow) throws(LoadError) -> Void
    ) throws(LoadError) {
        var failure: LoadError?
        var latest = latestReceipt
        var answers: [CommandID: DurableLog.Answer] = [:]
        var seq = log.seq
        do {
            try history.forEachEvent(of: log.name) { row in
                do throws(LoadError) {
                    try body(row)
                } catch {
                    failure = error
                    return false
                }
                seq = row.seq
                latest = max(
                    latest ?? Timestamp(microseconds: 0), .init(microseconds: row.receivedAt))
                return true
            }
            try history.forEachCommand(of: log.name) { row in
                if let command = CommandID(row.commandID), let digest = CommandDigest(row.digest) {
                    answers[command] = .init(seq: row.seq, digest: digest)
                }
                return true
            }
        } catch {
            throw .journal(error)
        }
        if let failure { throw failure }
        latestReceipt = latest
        log.answers = answers
        log.seq = seq
    }

    private static func decoded<Value>(
        _ row: EventRow, _ body: () throws(LogBodyError) -> Value
    ) throws(LoadError) -> Value {
        do { return try body() } catch { throw .unreadable(track: row.track, seq: row.seq) }
    }
}

/// Why the state could not be read from the journal.
enum LoadError: Error, CustomStringConvertible {
    case journal(JournalError)
    /// An event that this version cannot read.
    case unreadable(track: String, seq: Int64)

    var description: String {
        switch self {
        case .journal(let error): "\(error)"
        case .unreadable(let track, let seq):
            "event \(seq) of the log of track \(track) cannot be read; "
                + "was the file written by a newer version?"
        }
    }
}

extension TrackState {
    /// Runs that the history has.
    var endedRuns: [RunID] { allRuns.filter { view(of: $0, names: .init())?.hasEnded ?? false } }
}
