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
