public import SplitCore

/// How a best lap or run came to its time, as a row of the bests holds it: `[["t1",41230000],…]`, each
/// checkpoint with the microseconds since the beginning of the lap.
public enum PaceCodec {
    public static func encode(_ pace: [PacePoint]) -> [UInt8] {
        var writer = JSONWriter(capacity: 64)
        writer.beginArray()
        for point in pace {
            writer.beginArray()
            writer.string(point.checkpoint.text)
            writer.integer(point.time.microseconds)
            writer.endArray()
        }
        writer.endArray()
        return writer.bytes
    }

    /// Nil: it was written by nobody who knows this form.
    public static func decode(_ bytes: [UInt8]) -> [PacePoint]? {
        guard let json = try? JSONReader.read(bytes), let points = json.array else { return nil }
        var pace: [PacePoint] = []
        for point in points {
            guard let pair = point.array, pair.count == 2,
                let checkpoint = pair[0].string.flatMap({ CheckpointID($0) }),
                let time = pair[1].integer
            else { return nil }
            pace.append(.init(checkpoint: checkpoint, time: TimeSpan(microseconds: time)))
        }
        return pace
    }
}
