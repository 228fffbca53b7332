extension Array {
    /// Takes the values in their order: what is as it was keeps its `seq`, what went is buried.
    mutating func replace<Value, ID: Hashable>(
        with values: [Value], id: (Value) -> ID, seq: Int64,
        buried: inout [Board.Tombstone], subject: (Value) -> Board.Tombstone.Subject
    ) where Element == BoardPart<Value> {
        // Most often they are the same things in the same order, at times with one more.
        var same = 0
        while same < Swift.min(count, values.count), id(self[same].value) == id(values[same]) {
            self[same].update(values[same], seq: seq)
            same += 1
        }
        if same == count {
            append(contentsOf: values[same...].map { BoardPart($0, seq: seq) })
            return
        }
        let rest = self[same...]
        var known = Dictionary(uniqueKeysWithValues: rest.map { (id($0.value), $0) })
        replaceSubrange(
            same...,
            with: values[same...].map { value in
                guard var part = known.removeValue(forKey: id(value)) else {
                    return BoardPart(value, seq: seq)
                }
                part.update(value, seq: seq)
                return part
            })
        for part in rest where known[id(part.value)] != nil {
            buried.append(.init(subject: subject(part.value), seq: seq))
        }
    }
}
