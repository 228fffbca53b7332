import SplitCore

extension ClockShift {
    init(from fields: inout Fields) throws(WireError) {
        let device: DeviceID = try fields.required("device").identifier()
        let from = try fields.required("from").instant()
        let to = try fields.required("to")
        let end = try to.instant()
        guard from <= end else {
            throw to.invalid(
                "lies before `from`; a span of time goes from its first instant to its last")
        }
        self.init(
            device: device, span: from...end,
            by: try fields.required("by").span(in: FieldLimits.shift),
            uncertainty: try fields.optional("uncertainty")?.span(in: FieldLimits.uncertainty))
    }
}

extension JSONWriter {
    mutating func fields(of shift: ClockShift) {
        field("device", shift.device)
        field("from", shift.span.lowerBound)
        field("to", shift.span.upperBound)
        field("by", shift.by)
        field("uncertainty", ifAny: shift.uncertainty)
    }
}
