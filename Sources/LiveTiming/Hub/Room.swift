import SplitCore
import TimingWire

/// One track as it lives in the server: its state, its log, and the board that spectators see.
/// Loop thread only.
final class Room {
    let id: TrackID
    let log: DurableLog
    var state: TrackState
    /// What the history has of the track.
    var stored: HistoryRows.Stored
    private(set) var broadcast: Broadcast
    /// When the track was created, server time.
    var createdAt: Timestamp
    /// Commands that wait for something from the archive. While any does, nothing is let go of.
    var consulting = 0

    init(
        id: TrackID, log: DurableLog, state: TrackState, createdAt: Timestamp,
        stored: HistoryRows.Stored = .init()
    ) {
        self.id = id
        self.log = log
        self.state = state
        self.createdAt = createdAt
        self.stored = stored
        broadcast = Broadcast()
    }

    /// Reads or changes the state where it lies. Asking `state` itself copies it first, which costs a
    /// count for each of its parts: too much for what happens with every command.
    func withState<Result, Failure: Error>(
        _ body: (inout TrackState) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(&state)
    }

    /// Lets go of runs that ended longer ago than `span`, and of old answers, if all of it is on disk.
    func archive(olderThan span: TimeSpan, keepingAnswers answers: Int) {
        guard consulting == 0, log.durableSeq == log.appliedSeq else { return }
        for run in state.archive(olderThan: span) { stored.runs.remove(run) }
        log.forgetAnswers(but: answers)
    }

    /// Takes runs out of the archive into memory.
    func restore(_ runs: [ArchivedRun], answering references: Set<Reference>) {
        state.restore(runs, answering: references)
        for run in runs { stored.note(run.id, in: state) }
    }

    /// Goes on with the board and the spectators of a room that this one replaces.
    func takeSpectators(of other: Room) {
        broadcast = other.broadcast
    }

    /// The track as lists show it: what of it is durable. Nil before its creation is.
    var summary: TrackSummary?

    /// The track as lists will show it once all that was applied is durable.
    var currentSummary: TrackSummary? {
        guard let definition = state.definition else { return nil }
        let current = state.currentSession
        return TrackSummary(
            id: id, name: definition.name, laps: definition.laps, revision: state.revision,
            checkpoints: definition.checkpoints, running: state.runningCount,
            session: state.session(current).map {
                .init(id: current, name: $0.name, state: $0.state)
            },
            lastActivity: state.lastActivity)
    }
}
