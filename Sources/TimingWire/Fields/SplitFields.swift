import SplitCore

extension SplitCapture {
    /// All but the device, which a command has from its connection.
    init(from fields: inout Fields) throws(WireError) {
        self.init(
            id: try fields.required("split").identifier(),
            subject: try Subject.ifAny(from: &fields),
            checkpoint: try fields.optional("checkpoint")?.identifier(),
            at: try fields.required("at").instant(),
            uncertainty: try fields.required("uncertainty").span(in: FieldLimits.uncertainty),
            method: try fields.optional("method")?.choice() ?? .tap,
            reading: try fields.optional("reading")?.integer(in: Int64.min...Int64.max))
    }
}

extension Subject {
    /// From the one field that is there of those that can name whom a split is of.
    fileprivate static func ifAny(from fields: inout Fields) throws(WireError) -> Subject? {
        let keys = ["run", "runner", "number", "transponder"]
        guard let (key, field) = try fields.atMostOne(of: keys) else { return nil }
        switch key {
        case "run": return .run(try field.identifier())
        case "runner": return .runner(try field.identifier())
        case "number": return .number(try field.label(of: FieldLimits.number))
        default: return .transponder(try field.label(of: FieldLimits.number))
        }
    }
}

extension Assignment {
    init(from fields: inout Fields) throws(WireError) {
        self.init(
            run: try fields.optional("run")?.identifier(),
            checkpoint: try fields.optional("checkpoint")?.identifier(),
            lap: try fields.optional("lap")?.count(in: FieldLimits.lap))
    }
}

extension JSONWriter {
    mutating func fields(of capture: SplitCapture) {
        field("split", capture.id)
        switch capture.subject {
        case .run(let run): field("run", run)
        case .runner(let runner): field("runner", runner)
        case .number(let number): field("number", number)
        case .transponder(let transponder): field("transponder", transponder)
        case nil: break
        }
        field("checkpoint", ifAny: capture.checkpoint)
        field("at", capture.at)
        field("uncertainty", capture.uncertainty)
        field("method", capture.method)
        field("reading", ifAny: capture.reading)
    }

    mutating func fields(of assignment: Assignment) {
        field("run", ifAny: assignment.run)
        field("checkpoint", ifAny: assignment.checkpoint)
        field("lap", ifAny: assignment.lap)
    }
}
