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
        let whole = base == nil
        let after = base ?? Int64.min
        writer.beginObject()
        writer.field("id", run.id)
        if whole || run.head.seq > after { writer.fields(of: run.head.value) }
        if whole || run.placing.seq > after { writer.fields(of: run.placing.value) }
        if whole || run.delta.seq > after { writer.field("delta", run.delta.value) }
        writer.field("elapsed", ifAny: elapsed(of: run))
        if whole || run.splits.contains(where: { $0.seq > after }) {
            writer.key("splits")
            writer.beginArray()
            for split in run.splits where whole || split.seq > after {
                split.value.write(to: &writer)
            }
            writer.endArray()
        }
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
    fileprivate mutating func fields(of head: BoardRunHead) {
        field("session", head.session)
        field("runner", head.runner)
        field("number", head.number)
        field("status", head.status)
        field("startedAt", head.startedAt)
        field("finishedAt", head.finishedAt)
        array("held", head.held)
        array("skipped", head.skipped)
        field("next", head.next)
        field("time", head.time)
        field("verdict", head.verdict)
        field("corrected", head.corrected)
        field("laps", head.laps)
        field("lastLap", head.lastLap)
        field("bestLap", head.bestLap)
        field("splitCount", head.splitCount)
    }

    fileprivate mutating func fields(of placing: BoardPlacing) {
        field("place", placing.place)
        field("gap", placing.gap)
        field("gapLaps", placing.gapLaps)
        field("interval", placing.interval)
        field("intervalLaps", placing.intervalLaps)
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

extension BoardDelta: JSONWritable {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("personalBest", personalBest)
        writer.field("overallBest", overallBest)
        writer.field("leader", leader)
        writer.endObject()
    }
}

extension BoardSplit: JSONWritable {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("id", id)
        writer.field("checkpoint", checkpoint)
        writer.field("lap", lap)
        writer.field("at", at)
        writer.field("uncertainty", uncertainty)
        writer.field("state", state)
        writer.field("split", split)
        writer.field("segment", segment)
        writer.field("lapTime", lapTime)
        writer.field("splitVerdict", splitVerdict)
        writer.field("segmentVerdict", segmentVerdict)
        writer.field("lapVerdict", lapVerdict)
        writer.array("standing", standing)
        writer.array("close", close)
        writer.array("record", record)
        writer.field("corrected", corrected)
        writer.endObject()
    }
}
