import SplitCore

// A definition is an edit of everything: both are read and written as the same fields.

extension TrackEdit {
    init(_ definition: TrackDefinition) {
        self.init(
            name: definition.name, checkpoints: definition.checkpoints, laps: definition.laps,
            start: definition.start, firstLap: definition.firstLap, rank: definition.rank,
            rounding: definition.rounding, scope: definition.scope)
    }

    init(from fields: inout Fields) throws(WireError) {
        self.init(
            name: try fields.optional("name")?.label(of: FieldLimits.name),
            checkpoints: try fields.optional("checkpoints")?.checkpoints(within: &fields),
            laps: try fields.optional("laps")?.count(in: FieldLimits.laps),
            start: try fields.optional("start")?.choice(),
            firstLap: try fields.optional("firstLap")?.choice(),
            rank: try fields.optional("rank")?.choice(),
            rounding: try fields.optional("rounding")?.rounding(within: &fields),
            scope: try fields.optional("scope")?.choice())
    }
}

extension TrackDefinition {
    init(from fields: inout Fields) throws(WireError) {
        let name = try fields.required("name").label(of: FieldLimits.name)
        _ = try fields.required("checkpoints")
        let edit = try TrackEdit(from: &fields)
        self.init(
            name: name, checkpoints: edit.checkpoints ?? [], laps: edit.laps ?? 1,
            start: edit.start ?? .gun, firstLap: edit.firstLap ?? .same, rank: edit.rank,
            rounding: edit.rounding ?? .motorsport, scope: edit.scope ?? .track)
    }
}

extension JSONWriter {
    mutating func fields(of edit: TrackEdit) {
        field("name", ifAny: edit.name)
        if let checkpoints = edit.checkpoints { array("checkpoints", checkpoints) }
        field("laps", ifAny: edit.laps)
        field("start", ifAny: edit.start)
        field("firstLap", ifAny: edit.firstLap)
        field("rank", ifAny: edit.rank)
        field("rounding", ifAny: edit.rounding)
        field("scope", ifAny: edit.scope)
    }
}

extension Checkpoint: JSONWritable {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("id", id)
        writer.field("name", name)
        writer.field("minimumSegment", minimumSegment)
        writer.endObject()
    }
}

extension Field {
    /// What a segment's `from` says on the board where it begins at the start, so that no checkpoint
    /// may be called so.
    static let startOfRun = "start"

    fileprivate func checkpoints(within fields: inout Fields) throws(WireError) -> [Checkpoint] {
        var checkpoints: [Checkpoint] = []
        for element in try elements(FieldLimits.checkpoints) {
            var inner = try element.fields()
            let idField = try inner.required("id")
            let checkpoint = Checkpoint(
                id: try idField.identifier(),
                name: try inner.required("name").label(of: FieldLimits.name),
                minimumSegment: try inner.optional("minimumSegment")?
                    .span(in: FieldLimits.minimumSegment) ?? Checkpoint.defaultMinimumSegment)
            if isFromSender {
                if checkpoint.id.text == Self.startOfRun {
                    throw idField.invalid("is “start”, which stands for the start of a run")
                }
                if checkpoints.contains(where: { $0.id == checkpoint.id }) {
                    throw idField.invalid(
                        "is “\(checkpoint.id)”, as is that of a checkpoint before it; "
                            + "each needs an id of its own")
                }
            }
            checkpoints.append(checkpoint)
            fields.adopt(inner)
        }
        return checkpoints
    }

    fileprivate func rounding(within fields: inout Fields) throws(WireError) -> Rounding {
        var inner = try self.fields()
        let digitsField = try inner.required("digits")
        let digits = try digitsField.count(in: FieldLimits.digits)
        let direction: Rounding.Direction = try inner.required("direction").choice()
        // Also in a log: a rounding can't be made of anything else.
        guard Rounding.digitRange.contains(digits) else {
            throw digitsField.invalid("is \(digits); it must be from 0 to 6")
        }
        fields.adopt(inner)
        return Rounding(digits: digits, direction: direction)
    }
}
