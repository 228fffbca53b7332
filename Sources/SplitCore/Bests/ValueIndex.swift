/// All values of one measure in the order of their instants: what a chain falls back on when one of
/// its links is taken away.
struct ValueIndex: Hashable, Sendable {
    private var values: [Chain.Link] = []

    var isEmpty: Bool { values.isEmpty }

    private static func precedes(_ left: Chain.Link, _ right: Chain.Link) -> Bool {
        if left.key != right.key { return left.key < right.key }
        return (left.run, left.lap) < (right.run, right.lap)
    }

    mutating func insert(_ link: Chain.Link) {
        values.insert(link, at: values.lowerBound { Self.precedes($0, link) })
    }

    mutating func remove(_ link: Chain.Link) {
        let index = values.lowerBound { Self.precedes($0, link) }
        precondition(
            index < values.endIndex && values[index].run == link.run
                && values[index].key == link.key,
            "only a value that was put in can be taken out")
        values.remove(at: index)
    }

    /// Every value from `first` on and before `end`, in order.
    func forEach(from first: ValueKey, before end: ValueKey?, _ body: (Chain.Link) -> Void) {
        for index in values.lowerBound(where: { $0.key < first })..<values.endIndex {
            if let end, values[index].key >= end { return }
            body(values[index])
        }
    }

    /// The runs that set a value with this key.
    func runs(at key: ValueKey) -> [RunID] {
        var runs: [RunID] = []
        var index = values.lowerBound { $0.key < key }
        while index < values.endIndex, values[index].key == key {
            runs.append(values[index].run)
            index += 1
        }
        return runs
    }
}
