public import SplitCore

/// A session as `/api/v1/tracks/<id>/sessions/<session>` gives it: what the board says of it, and its
/// start list.
public struct SessionReport {
    public var session: BoardSession
    public var list: StartList
    /// What a runner is called.
    private let name: (RunnerID) -> String

    public init(session: BoardSession, list: StartList, name: @escaping (RunnerID) -> String) {
        self.session = session
        self.list = list
        self.name = name
    }

    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.fields(of: session)
        writer.key("entries")
        writer.beginArray()
        for entry in list.entries {
            writer.beginObject()
            writer.field("runner", BoardRunHead.Who(id: entry.runner, name: name(entry.runner)))
            writer.field("number", entry.number)
            writer.field("category", entry.category)
            writer.field("team", entry.team)
            writer.array("transponders", entry.transponders)
            writer.endObject()
        }
        writer.endArray()
        writer.key("starts")
        writer.beginArray()
        for start in list.starts {
            writer.beginObject()
            writer.field("id", start.id)
            writer.field("at", start.at)
            writer.field("uncertainty", start.uncertainty)
            writer.endObject()
        }
        writer.endArray()
        writer.key("runs")
        if let runs = list.runs { write(runs, to: &writer) } else { writer.null() }
        writer.endObject()
    }
    private func write(_ runs: [StartList.Run], to writer: inout JSONWriter) {
        writer.beginArray()
        for run in runs {
            writer.beginObject()
            writer.field("id", run.id)
            writer.field("runner", BoardRunHead.Who(id: run.runner, name: name(run.runner)))
            writer.field("number", run.number)
            writer.field("status", run.status)
            writer.field("startedAt", run.startedAt)
            writer.endObject()
        }
        writer.endArray()
    }
}
