/// When each lap of a session was first completed, and by whom: the leader's passings, from which
/// follows when the flag falls.
struct Leads: Hashable, Sendable {
    /// When a run came to the end of a lap.
    struct LapEnd: Hashable, Sendable {
        var at: Timestamp
        /// Since the run's own start.
        var elapsed: TimeSpan
    }

    private struct Lead: Hashable, Comparable, Sendable {
        var end: LapEnd
        var run: RunID

        static func < (left: Self, right: Self) -> Bool {
            (left.end.at, left.run) < (right.end.at, right.run)
        }
    }

    /// Of each run, from lap 1 on: when it had completed at least so many laps.
    private var lapEnds: [RunID: [LapEnd]] = [:]
    /// From lap 1 on.
    private var first: [Lead] = []

    /// Takes a run's laps as they are now; none where the run is not in the session any more.
    mutating func update(_ run: RunID, _ ends: [LapEnd]) {
        let old = lapEnds[run] ?? []
        guard old != ends else { return }
        lapEnds[run] = ends.isEmpty ? nil : ends
        let same = zip(old, ends).prefix { $0 == $1 }.count
        for lap in same..<max(old.count, ends.count) {
            let own = lap < ends.count ? Lead(end: ends[lap], run: run) : nil
            if lap == first.count {
                if let own { first.append(own) }
            } else if let own, own < first[lap] {
                first[lap] = own
            } else if first[lap].run == run {
                // The leader of this lap is slower now, or has not completed it: who is ahead instead?
                guard let lead = lead(of: lap) else {
                    first.removeSubrange(lap...)
                    return
                }
                first[lap] = lead
            }
        }
    }

    private func lead(of lap: Int) -> Lead? {
        lapEnds.lazy.filter { lap < $0.value.count }
            .map { Lead(end: $0.value[lap], run: $0.key) }.min()
    }

    /// When the flag fell for the leader: on completing the distance or, by time, at the first
    /// passing at or after it (and so many laps more). Shown early by hand, at the leader's last
    /// passing before; shown late it changes nothing.
    func flag(limit: Limit?, finish: Finish, shown: Timestamp?) -> Timestamp? {
        guard finish == .leader || limit == nil else { return nil }
        let due: Timestamp? =
            switch limit {
            case .laps(let laps): instant(ofLap: laps)
            case .time(let time, let plusLaps):
                first.firstIndex { $0.end.elapsed >= time }
                    .flatMap { instant(ofLap: $0 + 1 + plusLaps) }
            case nil:
                shown.flatMap { shown in
                    finish == .leader ? first.first { $0.end.at >= shown }?.end.at : shown
                }
            }
        guard limit != nil, let shown, due.map({ shown < $0 }) ?? true else { return due }
        return first.last { $0.end.at <= shown }?.end.at ?? due
    }

    private func instant(ofLap lap: Int) -> Timestamp? {
        (1...max(first.count, 1)).contains(lap) && !first.isEmpty ? first[lap - 1].end.at : nil
    }
}
