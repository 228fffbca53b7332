import SplitCore
import TimingWire

/// One track as it lives in the server: its state, its log, and the board that spectators see.
/// Loop thread only.
final class Room {
    let id: TrackID
    let log: DurableLog
    var state: TrackState
    /// Ended runs that the history has.
    var storedRuns: Set<RunID>
    /// The `seq` of the event that each split came with.
    private(set) var splitSeqs: [CaptureID: Int64]
    private(set) var broadcast: Broadcast
    /// When the track was created, server time.
    var createdAt: Timestamp

    init(
        id: TrackID, log: DurableLog, state: TrackState, createdAt: Timestamp,
        storedRuns: Set<RunID> = [], splitSeqs: [CaptureID: Int64] = [:]
    ) {
        self.id = id
        self.log = log
        self.state = state
        self.createdAt = createdAt
        self.storedRuns = storedRuns
        self.splitSeqs = splitSeqs
        broadcast = Broadcast()
    }

    /// An event of the log changes the state.
    func evolve(_ logged: LoggedEvent) {
        state.evolve(logged)
        splitSeqs.note(logged)
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

extension [CaptureID: Int64] {
    /// Notes where a split was captured; a split that is sent again stays where it was.
    mutating func note(_ logged: LoggedEvent) {
        guard case .splitRecorded(let capture) = logged.event, self[capture.id] == nil else {
            return
        }
        self[capture.id] = logged.seq
    }
}
