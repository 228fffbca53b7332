extension TrackState {
    /// The session of the latest start by instant, closed or not; the open one before any.
    public var currentSession: SessionID {
        var current = (id: Self.openSession, start: sessions[Self.openSession]?.latestStart)
        for (id, session) in sessions {
            guard let start = session.latestStart else { continue }
            if current.start.map({ (start, id) > ($0, current.id) }) ?? true {
                current = (id, start)
            }
        }
        return current.id
    }

    /// Whether a run is in another session than the one that the board is about.
    public func isLeftBehind(_ run: RunID) -> Bool {
        runs[run].map { $0.session != currentSession } ?? false
    }

    /// Whether the runs that were on the board are all there are to show, in the same order, after these
    /// changes.
    func showsSameRuns(
        as board: Board, of id: SessionID, since changes: Changes, limits: BoardLimits
    ) -> Bool {
        guard !changes.sessions.contains(id) else { return false }
        let session = sessions[id]!
        let ended = session.ended.suffix(limits.endedRuns)
        if id == Self.openSession, let oldest = ended.first, let latestInstant,
            oldest.at < latestInstant - limits.openSessionSpan
        {
            return false
        }
        // What is let go of from memory is no change.
        return board.runs.count == session.running.count + ended.count
            && board.runs.allSatisfy { shown in
                guard let run = runs[shown.id] else { return false }
                return run.value.startedAt == shown.head.value.startedAt
            }
    }

    /// The session's running runs and the last of those that have ended, by start, then id.
    func runsOnBoard(of id: SessionID, limits: BoardLimits) -> [RunID] {
        let session = sessions[id]!
        var ended = session.ended.suffix(limits.endedRuns)
        if id == Self.openSession, let latestInstant {
            ended.removeAll { $0.at < latestInstant - limits.openSessionSpan }
        }
        let shown = session.running.union(ended.map(\.id))
        return shown.map { InstantRef(at: runs[$0]!.startedAt!, id: $0) }.sorted().map(\.id)
    }
}
