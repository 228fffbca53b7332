extension Board {
    /// Runs with a split, shown before and now, whose verdict is another one: what a correction of one
    /// run does to others.
    public func runsJudgedAnew(since older: Board, except corrected: RunID?) -> [RunID] {
        let before = Dictionary(uniqueKeysWithValues: older.runs.map { ($0.id, $0) })
        return runs.filter { run in
            guard run.id != corrected, let old = before[run.id], old.seq != run.seq else {
                return false
            }
            let verdicts = Dictionary(
                uniqueKeysWithValues: old.splits.map { ($0.value.id, $0.value.verdicts) })
            return old.head.value.verdict != run.head.value.verdict
                && old.head.value.verdict != nil
                || run.splits.contains { split in
                    verdicts[split.value.id].map { $0 != split.value.verdicts } ?? false
                }
        }.map(\.id)
    }
}

extension BoardSplit {
    fileprivate var verdicts: [Verdict?] { [splitVerdict, segmentVerdict, lapVerdict] }
}
