public import SplitCore

/// A session as `/api/v1/tracks/<id>/sessions/<session>` gives it: what the board says of it, and its
/// start list.
public struct SessionReport: Hashable, Sendable {
    public var session: BoardSession
    public var list: StartList
    /// Of the entries' runners, in the same order.
    public var names: [String]

    public init(session: BoardSession, list: StartList, names: [String]) {
        self.session = session
        self.list = list
        self.names = names
    }

    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.fields(of: session)
        writer.key("entries")
        writer.beginArray()
        for (entry, name) in zip(list.entries, names) {
            writer.beginObject()
            writer.field("runner", BoardRunHead.Who(id: entry.runner, name: name))
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
        writer.endObject()
    }
}
