import SplitCore

/// What can be the value of a field. Conformances write to the buffer and allocate nothing.
protocol JSONWritable {
    func write(to writer: inout JSONWriter)
}

extension JSONWriter {
    /// A field that is always there; nil is `null`.
    mutating func field(_ key: String, _ value: some JSONWritable) {
        self.key(key)
        value.write(to: &self)
    }

    /// A field that is left out where there is no value.
    mutating func field(_ key: String, ifAny value: (some JSONWritable)?) {
        if let value { field(key, value) }
    }

    mutating func array(_ key: String, _ values: [some JSONWritable]) {
        self.key(key)
        beginArray()
        for value in values { value.write(to: &self) }
        endArray()
    }
}

extension Optional: JSONWritable where Wrapped: JSONWritable {
    func write(to writer: inout JSONWriter) {
        if let self { self.write(to: &writer) } else { writer.null() }
    }
}

extension Int64: JSONWritable {
    func write(to writer: inout JSONWriter) { writer.integer(self) }
}

extension Int: JSONWritable {
    func write(to writer: inout JSONWriter) { writer.integer(Int64(self)) }
}

extension Bool: JSONWritable {
    func write(to writer: inout JSONWriter) { writer.bool(self) }
}

extension String: JSONWritable {
    func write(to writer: inout JSONWriter) { writer.string(self) }
}

extension Identifier: JSONWritable {
    func write(to writer: inout JSONWriter) { writer.plain(text) }
}

extension Timestamp: JSONWritable {
    func write(to writer: inout JSONWriter) { writer.integer(microseconds) }
}

extension TimeSpan: JSONWritable {
    func write(to writer: inout JSONWriter) { writer.integer(microseconds) }
}

extension JSONWritable where Self: RawRepresentable, RawValue == String {
    func write(to writer: inout JSONWriter) { writer.plain(rawValue) }
}

extension Verdict: JSONWritable {}
extension MeasureKind: JSONWritable {}
extension CaptureState: JSONWritable {}
extension CaptureMethod: JSONWritable {}
extension Status: JSONWritable {}
extension Role: JSONWritable {}
extension Rank: JSONWritable {}
extension CountedRuns: JSONWritable {}
extension Finish: JSONWritable {}
extension Ties: JSONWritable {}
extension RankingClock: JSONWritable {}
extension BestScope: JSONWritable {}
extension Flag: JSONWritable {}
extension TrackDefinition.Start: JSONWritable {}
extension TrackDefinition.FirstLap: JSONWritable {}
extension Rounding.Direction: JSONWritable {}
extension BoardSession.State: JSONWritable {}
extension BoardBanner.Kind: JSONWritable {}

extension Rounding: JSONWritable {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("digits", digits)
        writer.field("direction", direction)
        writer.endObject()
    }
}

extension Limit: JSONWritable {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        switch self {
        case .laps(let laps): writer.field("laps", laps)
        case .time(let time, let plusLaps):
            writer.field("time", time)
            writer.field("plusLaps", plusLaps)
        }
        writer.endObject()
    }
}
