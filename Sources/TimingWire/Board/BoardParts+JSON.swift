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
}
