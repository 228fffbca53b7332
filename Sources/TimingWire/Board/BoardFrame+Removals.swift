import SplitCore

extension JSONWriter {
    /// What has gone from the board since, by kind; left out where nothing has. Each kind goes over
    /// the tombstones anew, which allocates nothing and of which there are few.
    mutating func removals(_ tombstones: [Board.Tombstone], since base: Int64) {
        let later = tombstones[(tombstones.lastIndex { $0.seq <= base }.map { $0 + 1 } ?? 0)...]
        guard !later.isEmpty else { return }
        key("removed")
        beginObject()
        removals("runs", later) { if case .run(let run) = $0 { run } else { nil } }
        removals("splits", later) {
            if case .split(let run, let split) = $0 {
                RemovedSplit(run: run, split: split)
            } else {
                nil
            }
        }
        removals("sessions", later) { if case .session(let id) = $0 { id } else { nil } }
        removals("standings", later) { if case .standing(let id) = $0 { id } else { nil } }
        removals("bests", later) { if case .bests(let id) = $0 { id } else { nil } }
        removals("segments", later) {
            if case .segment(let runner, let ends) = $0 {
                RemovedSegment(runner: runner, ends: ends)
            } else {
                nil
            }
        }
        removals("unassigned", later) { if case .unassigned(let id) = $0 { id } else { nil } }
        endObject()
    }

    private mutating func removals<Removed: JSONWritable>(
        _ key: String, _ tombstones: ArraySlice<Board.Tombstone>,
        _ removed: (Board.Tombstone.Subject) -> Removed?
    ) {
        guard tombstones.contains(where: { removed($0.subject) != nil }) else { return }
        self.key(key)
        beginArray()
        for tombstone in tombstones { removed(tombstone.subject)?.write(to: &self) }
        endArray()
    }
}

private struct RemovedSplit: JSONWritable {
    var run: RunID
    var split: CaptureID

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("run", run)
        writer.field("split", split)
        writer.endObject()
    }
}

private struct RemovedSegment: JSONWritable {
    /// Nil: of everyone's bests.
    var runner: RunnerID?
    var ends: BoardBests.Segment.Ends

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("runner", runner)
        writer.fields(of: ends)
        writer.endObject()
    }
}
