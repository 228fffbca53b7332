import SplitCore

extension JSONWriter {
    /// An array of the splits that are later than `base`, with the fields that are; left out where
    /// there is none, but for a snapshot.
    mutating func splits(_ key: String, _ splits: [BoardPart<BoardSplit>], since base: Int64?) {
        guard base == nil || splits.contains(where: { $0.fields(since: base) != nil }) else {
            return
        }
        self.key(key)
        beginArray()
        for split in splits {
            guard let fields = split.fields(since: base) else { continue }
            beginObject()
            field("id", split.value.id)
            if base != nil, split.isFirst {
                fieldsWithValue(of: split.value)
            } else {
                self.fields(of: split.value, fields)
            }
            endObject()
        }
        endArray()
    }

    private mutating func fields(of split: BoardSplit, _ fields: FieldSet<BoardSplit.Field>) {
        if fields.contains(.checkpoint) { field("checkpoint", split.checkpoint) }
        if fields.contains(.lap) { field("lap", split.lap) }
        if fields.contains(.at) { field("at", split.at) }
        if fields.contains(.uncertainty) { field("uncertainty", split.uncertainty) }
        if fields.contains(.state) { field("state", split.state) }
        if fields.contains(.split) { field("split", split.split) }
        if fields.contains(.segment) { field("segment", split.segment) }
        if fields.contains(.lapTime) { field("lapTime", split.lapTime) }
        if fields.contains(.splitVerdict) { field("splitVerdict", split.splitVerdict) }
        if fields.contains(.segmentVerdict) { field("segmentVerdict", split.segmentVerdict) }
        if fields.contains(.lapVerdict) { field("lapVerdict", split.lapVerdict) }
        if fields.contains(.standing) { array("standing", split.standing) }
        if fields.contains(.close) { array("close", split.close) }
        if fields.contains(.record) { array("record", split.record) }
        if fields.contains(.corrected) { field("corrected", split.corrected) }
    }

    /// A split that has never been another one: who does not have it takes what is left out for
    /// `counted`, `null`, `false` or an empty list, and who has it has it so.
    private mutating func fieldsWithValue(of split: BoardSplit) {
        field("checkpoint", ifAny: split.checkpoint)
        field("lap", ifAny: split.lap)
        field("at", split.at)
        field("uncertainty", split.uncertainty)
        if split.state != .counted { field("state", split.state) }
        field("split", ifAny: split.split)
        field("segment", ifAny: split.segment)
        field("lapTime", ifAny: split.lapTime)
        field("splitVerdict", ifAny: split.splitVerdict)
        field("segmentVerdict", ifAny: split.segmentVerdict)
        field("lapVerdict", ifAny: split.lapVerdict)
        if !split.standing.isEmpty { array("standing", split.standing) }
        if !split.close.isEmpty { array("close", split.close) }
        if !split.record.isEmpty { array("record", split.record) }
        if split.corrected { field("corrected", true) }
    }
}

extension BoardPart {
    /// As `fields(since:)`; a snapshot, whose base is nil, has all of them.
    func fields(since base: Int64?) -> FieldSet<Value.Field>? {
        guard let base else { return .all }
        return fields(since: base)
    }
}
