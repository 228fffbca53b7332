import SplitCore

extension JSONWriter {
    /// The bests that are later than `base`; left out where there are none, but for a snapshot.
    mutating func bests(of board: Board, since base: Int64?) {
        let after = base ?? Int64.min
        let overall = base == nil || board.overall.seq > after
        let runners = base == nil || board.runners.contains { $0.bests.seq > after }
        guard overall || runners else { return }
        key("bests")
        beginObject()
        if overall {
            key("overall")
            beginObject()
            fields(of: board.overall, since: base)
            endObject()
        }
        if runners {
            key("runners")
            beginArray()
            for runner in board.runners where base == nil || runner.bests.seq > after {
                beginObject()
                field("runner", runner.runner)
                fields(of: runner.bests, since: base)
                endObject()
            }
            endArray()
        }
        endObject()
    }

    private mutating func fields(of bests: Board.BestParts, since base: Int64?) {
        let whole = bests.whole.value
        let fields = bests.whole.fields(since: base) ?? FieldSet()
        if fields.contains(.run) { field("run", whole.run) }
        if fields.contains(.time) { field("time", whole.time) }
        parts("segments", bests.segments, since: base)
        if fields.contains(.sumOfBest) { field("sumOfBest", whole.sumOfBest) }
    }

    /// The standings that are later than `base`, with the fields that are.
    mutating func standings(_ standings: [BoardPart<BoardStanding>], since base: Int64?) {
        guard base == nil || standings.contains(where: { $0.fields(since: base) != nil }) else {
            return
        }
        key("standings")
        beginArray()
        for standing in standings {
            guard let fields = standing.fields(since: base) else { continue }
            beginObject()
            field("runner", standing.value.runner)
            if fields.contains(.order) { field("order", standing.value.order) }
            if fields.contains(.place) { field("place", standing.value.place) }
            if fields.contains(.run) { field("run", standing.value.run) }
            if fields.contains(.time) { field("time", standing.value.time) }
            if fields.contains(.gap) { field("gap", standing.value.gap) }
            endObject()
        }
        endArray()
    }
}

extension BoardBests.Segment: JSONWritable {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.fields(of: ends)
        writer.field("time", time)
        writer.field("run", run)
        writer.endObject()
    }
}

extension JSONWriter {
    /// Between which checkpoints a segment lies.
    mutating func fields(of ends: BoardBests.Segment.Ends) {
        if let from = ends.from { field("from", from) } else { field("from", Field.startOfRun) }
        field("to", ends.to)
    }
}
