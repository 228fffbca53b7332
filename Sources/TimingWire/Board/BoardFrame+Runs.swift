import SplitCore

extension BoardFrame {
    /// The runs of which a part is later than `base`, or whose clock the server works out.
    func writeRuns(of board: Board, since base: Int64?, to writer: inout JSONWriter) {
        if let base, !board.runs.contains(where: { shows($0, since: base) }) { return }
        writer.key("runs")
        writer.beginArray()
        for run in board.runs where base.map({ shows(run, since: $0) }) ?? true {
            write(run, since: base, to: &writer)
        }
        writer.endArray()
    }

    private func shows(_ run: Board.Run, since base: Int64) -> Bool {
        run.seq > base || elapsed(of: run) != nil
    }

    private func write(_ run: Board.Run, since base: Int64?, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("id", run.id)
        if let fields = run.head.fields(since: base) {
            writer.fields(of: run.head.value, fields)
        }
        if let fields = run.placing.fields(since: base) {
            writer.fields(of: run.placing.value, fields)
        }
        if run.delta.fields(since: base) != nil { writer.field("delta", run.delta.value) }
        writer.field("elapsed", ifAny: elapsed(of: run))
        writer.splits("splits", run.splits, since: base)
        writer.endObject()
    }

    /// What a running run's clock shows; nil where the display works it out, or none runs. Before a
    /// start that is still to come it is negative.
    private func elapsed(of run: Board.Run) -> TimeSpan? {
        let head = run.head.value
        guard clock == .server, head.status == .running, let start = head.startedAt else {
            return nil
        }
        var elapsed = time - start
        for span in head.held {
            let from = max(span.from, start)
            let to = min(span.to ?? time, time)
            if to > from { elapsed = elapsed - (to - from) }
        }
        return elapsed
    }
}

extension JSONWriter {
    fileprivate mutating func fields(
        of head: BoardRunHead, _ fields: FieldSet<BoardRunHead.Field>
    ) {
        if fields.contains(.session) { field("session", head.session) }
        if fields.contains(.runner) { field("runner", head.runner) }
        if fields.contains(.number) { field("number", head.number) }
        if fields.contains(.status) { field("status", head.status) }
        if fields.contains(.startedAt) { field("startedAt", head.startedAt) }
        if fields.contains(.finishedAt) { field("finishedAt", head.finishedAt) }
        if fields.contains(.held) { array("held", head.held) }
        if fields.contains(.skipped) { array("skipped", head.skipped) }
        if fields.contains(.next) { field("next", head.next) }
        if fields.contains(.time) { field("time", head.time) }
        if fields.contains(.verdict) { field("verdict", head.verdict) }
        if fields.contains(.corrected) { field("corrected", head.corrected) }
        if fields.contains(.laps) { field("laps", head.laps) }
        if fields.contains(.lastLap) { field("lastLap", head.lastLap) }
        if fields.contains(.bestLap) { field("bestLap", head.bestLap) }
        if fields.contains(.splitCount) { field("splitCount", head.splitCount) }
    }

    fileprivate mutating func fields(
        of placing: BoardPlacing, _ fields: FieldSet<BoardPlacing.Field>
    ) {
        if fields.contains(.place) { field("place", placing.place) }
        if fields.contains(.gap) { field("gap", placing.gap) }
        if fields.contains(.gapLaps) { field("gapLaps", placing.gapLaps) }
        if fields.contains(.interval) { field("interval", placing.interval) }
        if fields.contains(.intervalLaps) { field("intervalLaps", placing.intervalLaps) }
    }
}

extension BoardRunHead.Who: JSONWritable {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("id", id)
        writer.field("name", name)
        writer.endObject()
    }
}

extension BoardRunHead.Next: JSONWritable {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("checkpoint", checkpoint)
        writer.field("lap", lap)
        writer.field("compare", compare)
        writer.endObject()
    }
}

extension BoardRunHead.Comparison: JSONWritable {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("personalBest", personalBest)
        writer.field("overallBest", overallBest)
        writer.endObject()
    }
}

extension BoardDelta: JSONWritable {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("personalBest", personalBest)
        writer.field("overallBest", overallBest)
        writer.field("leader", leader)
        writer.endObject()
    }
}

extension SkippedCheckpoint: JSONWritable {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("checkpoint", checkpoint)
        writer.field("lap", lap)
        writer.endObject()
    }
}

extension HeldSpan: JSONWritable {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("from", from)
        writer.field("to", to)
        writer.endObject()
    }
}
