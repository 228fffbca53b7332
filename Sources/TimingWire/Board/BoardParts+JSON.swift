import SplitCore

extension BoardTrack: JSONWritable {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("id", id)
        writer.field("name", name)
        writer.field("laps", laps)
        writer.field("revision", revision)
        writer.array("checkpoints", checkpoints)
        writer.field("start", start)
        writer.field("firstLap", firstLap)
        writer.field("rank", rank)
        writer.field("rounding", rounding)
        writer.endObject()
    }
}

extension BoardSession: JSONWritable {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.fields(of: self)
        writer.endObject()
    }
}

extension BoardStanding: JSONWritable {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("runner", runner)
        writer.field("order", order)
        writer.field("place", place)
        writer.field("run", run)
        writer.field("time", time)
        writer.field("gap", gap)
        writer.endObject()
    }
}

extension BoardBests: JSONWritable {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.fields(of: self)
        writer.endObject()
    }
}

extension BoardBests.Segment: JSONWritable {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        if let from { writer.field("from", from) } else { writer.field("from", Field.startOfRun) }
        writer.field("to", to)
        writer.field("time", time)
        writer.field("run", run)
        writer.endObject()
    }
}

extension BoardBanner: JSONWritable {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("kind", kind)
        writer.field("since", since)
        writer.endObject()
    }
}

extension JSONWriter {
    mutating func fields(of session: BoardSession) {
        field("id", session.id)
        field("name", session.name)
        field("rank", session.rank)
        field("counts", session.counts)
        field("finish", session.finish)
        field("limit", session.limit)
        field("ties", session.ties)
        field("scope", session.scope)
        field("clock", session.clock)
        field("state", session.state)
        field("flag", session.flag)
        field("startedAt", session.startedAt)
        field("flagAt", session.flagAt)
        field("closedAt", session.closedAt)
        field("current", session.current)
    }

    mutating func fields(of bests: BoardBests) {
        field("run", bests.run)
        field("time", bests.time)
        array("segments", bests.segments)
        field("sumOfBest", bests.sumOfBest)
    }
}
