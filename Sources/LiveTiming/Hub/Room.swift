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
