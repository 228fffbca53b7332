import SplitCore
import TimingWire

/// What came of a load.
struct LoadReport {
    var spectators = 0
    /// Of them, those that were there when the measuring began.
    var open = 0
    /// How long it took until all were there.
    var opening: Duration = .zero
    /// Why the first that could not be opened was not.
    var firstFault: String?
    /// Spectators' connections that ended once they were there; each is opened anew.
    var lost = 0
    /// Why the first of them did.
    var firstLoss: String?
    var stalled = 0
    /// Of the stalled ones, those that the server is known to have let go.
    var stalledGone = 0
    var measured: Duration = .zero
    var frames = 0
    var bytes = 0
    /// Frames of the spectator who got the fewest, and of the one who got the most.
    var fewest = 0
    var most = 0
    /// From when the server made a frame to when it was in hand.
    var frameDelay = DelayHistogram()
    /// From the instant of the latest split in a frame to when it was in hand; of devices of this load.
    var splitDelay = DelayHistogram()
    /// What the server's process used while it was measured; nil where nobody said which it is.
    var processor: Duration?
    /// What its memory grew by for each connection, until all were there.
    var memoryOfEach: Int?
    var devices = 0
    var splits = 0
    var acknowledgement = DelayHistogram()
    var refusal: String?

    var text: String {
        let seconds = measured / .seconds(1)
        let each = open > 0 ? Double(frames) / seconds / Double(open) : 0
        var lines = [
            "spectators  \(open) of \(spectators) there after \(Self.number(opening / .seconds(1), 2)) s"
                + (firstFault.map { "; first fault: \($0)" } ?? ""),
            "deliveries  \(frames) frames in \(Self.number(seconds, 1)) s: "
                + "\(Int(Double(frames) / seconds)) a second, \(Self.number(each, 2)) a second for each",
            "fairness    \(fewest) frames for whoever got the fewest, \(most) for whoever got the most",
            "data        \(Self.number(open > 0 ? Double(bytes) / seconds / Double(open) / 1000 : 0, 2))"
                + " KB a second for each, \(frames > 0 ? bytes / frames : 0) bytes a frame",
            "delay       \(Self.percentiles(frameDelay)), from making a frame to having it",
        ]
        if devices > 0 {
            lines += [
                "            \(Self.percentiles(splitDelay)), from a split's instant to having it",
                "devices     \(devices) sent \(splits) splits; acknowledged after "
                    + Self.percentiles(acknowledgement)
                    + (refusal.map { "; the server refused: \($0)" } ?? ""),
            ]
        }
        if let processor {
            let share = processor / measured * 100
            let ofFrame = frames > 0 ? processor / .microseconds(1) / Double(frames) : 0
            lines.append(
                "server      \(Self.number(share, 1)) % of a processor, "
                    + "\(Self.number(ofFrame, 2)) µs for each frame; "
                    + "\(memoryOfEach ?? 0) bytes of memory for each connection")
        }
        if stalled > 0 {
            lines.append("stalled     \(stalled), of whom the server let \(stalledGone) go")
        }
        lines.append(
            "lost        \(lost) connections" + (firstLoss.map { "; the first: \($0)" } ?? ""))
        return lines.map { "\($0)\n" }.joined()
    }

    /// One line; delays in microseconds.
    var json: String {
        var writer = JSONWriter(capacity: 512)
        writer.beginObject()
        writer.field("spectators", Int64(spectators))
        writer.field("open", Int64(open))
        writer.field("openingMicroseconds", opening.span.microseconds)
        writer.field("lost", Int64(lost))
        writer.field("firstFault", firstFault)
        writer.field("firstLoss", firstLoss)
        writer.field("refusal", refusal)
        writer.field("stalled", Int64(stalled))
        writer.field("stalledGone", Int64(stalledGone))
        writer.field("measuredMicroseconds", measured.span.microseconds)
        writer.field("frames", Int64(frames))
        writer.field("bytes", Int64(bytes))
        writer.field("fewestFrames", Int64(fewest))
        writer.field("mostFrames", Int64(most))
        Self.write("frameDelay", frameDelay, to: &writer)
        Self.write("splitDelay", splitDelay, to: &writer)
        writer.field("processorMicroseconds", processor?.span.microseconds)
        writer.field("memoryOfEach", memoryOfEach.map(Int64.init))
        writer.field("devices", Int64(devices))
        writer.field("splits", Int64(splits))
        Self.write("acknowledgement", acknowledgement, to: &writer)
        writer.endObject()
        return String(decoding: writer.bytes, as: UTF8.self) + "\n"
    }

    private static let shares: [(name: String, share: Double)] = [
        ("p50", 0.5), ("p99", 0.99), ("p999", 0.999), ("p100", 1),
    ]

    private static func write(
        _ key: String, _ delays: DelayHistogram, to writer: inout JSONWriter
    ) {
        writer.key(key)
        writer.beginObject()
        writer.field("count", Int64(delays.count))
        for (name, share) in shares { writer.field(name, delays.value(at: share)) }
        writer.endObject()
    }

    private static func percentiles(_ delays: DelayHistogram) -> String {
        guard delays.count > 0 else { return "(nothing)" }
        let values = [0.5, 0.99, 1].map {
            number(Double(delays.value(at: $0) ?? 0) / 1000, 1)
        }
        return "median \(values[0]) ms, 99 % \(values[1]) ms, longest \(values[2]) ms"
    }

    /// With so many digits behind the point.
    private static func number(_ value: Double, _ digits: Int) -> String {
        var factor = 1
        for _ in 0..<digits { factor *= 10 }
        let scaled = Int((value * Double(factor)).rounded())
        guard digits > 0 else { return "\(scaled)" }
        let rest = String(scaled % factor)
        return "\(scaled / factor).\(String(repeating: "0", count: digits - rest.count))\(rest)"
    }
}
