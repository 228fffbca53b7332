import EventLoop
import SplitCore

/// Connections that were opened lately, in that order, with the instant until which each has to say hello.
struct Newcomers {
    private var waiting: ArraySlice<(id: ConnectionID, deadline: Timestamp)> = []

    var count: Int { waiting.count }
    var deadline: Timestamp? { waiting.first?.deadline }

    /// All have the same time, so none is due before those that came earlier.
    mutating func add(_ id: ConnectionID, until deadline: Timestamp) {
        waiting.append((id, deadline))
    }

    /// The first one whose time is over.
    mutating func popFirst(until now: Timestamp) -> ConnectionID? {
        guard let first = waiting.first, first.deadline <= now else { return nil }
        waiting.removeFirst()
        if waiting.isEmpty { waiting = [] }
        return first.id
    }
}
