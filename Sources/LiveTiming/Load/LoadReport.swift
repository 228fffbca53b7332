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
    /// Those on slow lines, those of them that ended on the true board, and their connections that ended.
    var slow = 0
    var slowTrue = 0
    var slowLost = 0
    /// What was wrong with a frame to one of them, first.
    var slowFault: String?
    /// Spectators whose connections were cut, and how long each was without the board.
    var cut = 0
    var back = DelayHistogram()
    /// What the server's process used for each until all were back.
    var processorOfReturn: Duration?
    var acknowledgementMeanwhile = DelayHistogram()
    var stalled = 0
    /// Of the stalled ones, those that the server is known to have let go.
    var stalledGone = 0
    var measured: Duration = .zero
    var frames = 0
    var bytes = 0
    /// Frames of the spectator who got the fewest, and of the one who got the most.
    var fewest = 0
    var most = 0
    /// The longest time that anyone had no frame for.
    var longestGap: Duration = .zero
    /// From when the server made a frame to when it was in hand.
    var frameDelay = DelayHistogram()
    /// From the instant of the latest split in a frame to when it was in hand; of devices of this load.
    var splitDelay = DelayHistogram()
    /// What the server's process used while it was measured; nil where nobody said which it is.
    var processor: Duration?
    /// What its memory grew by for each connection, until all were there.
    var memoryOfEach: Int?
    /// What it grew by from before they came to the end of the measuring; bytes.
    var memoryGrowth: Int?
    /// What each of the first and each of the last thousand openings took of its processor time.
    var openings: (first: Duration, last: Duration)?
    var devices = 0
    var splits = 0
    var acknowledgement = DelayHistogram()
    var refusal: String?

    /// Processor time of the server by the frames that came.
    var processorOfFrame: Duration {
        frames > 0 ? (processor ?? .zero) / frames : .zero
    }

    var text: String {
        let seconds = measured / .seconds(1)
        let each = open > 0 ? Double(frames) / seconds / Double(open) : 0
        var lines = [
            "spectators  \(open) of \(spectators) there after \(Self.number(opening / .seconds(1), 2)) s"
                + (firstFault.map { "; first fault: \($0)" } ?? ""),
            "deliveries  \(frames) frames in \(Self.number(seconds, 1)) s: "
                + "\(Int(Double(frames) / seconds)) a second, \(Self.number(each, 2)) a second for each",
            "fairness    \(fewest) frames for whoever got the fewest, \(most) for whoever got the most; "
                + "\(Self.milliseconds(longestGap)) ms without one at the longest",
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
            lines.append(
                "server      \(Self.number(share, 1)) % of a processor, "
                    + "\(Self.microseconds(processorOfFrame)) µs for each frame; "
                    + "\(memoryOfEach ?? 0) bytes of memory for each connection")
        }
        if let openings {
            lines.append(
                "openings    \(Self.microseconds(openings.first)) µs of a processor for each of the first "
                    + "\(LoadRun.measuredOpenings), \(Self.microseconds(openings.last)) µs of the last"
            )
        }
        if cut > 0 {
            lines.append(
                "cut         \(cut) cut off, \(back.count) of them back after \(Self.percentiles(back))"
                    + (processorOfReturn.map {
                        "; \(Self.microseconds($0)) µs of a processor for each"
                    } ?? ""))
            if devices > 0 {
                lines.append(
                    "            devices meanwhile acknowledged after "
                        + Self.percentiles(acknowledgementMeanwhile))
            }
        }
        if slow > 0 {
            lines.append(
                "slow        \(slow), of whom \(slowTrue) ended on the true board; \(slowLost) connections lost"
                    + (slowFault.map { "; first fault: \($0)" } ?? ""))
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
        writer.field("slow", Int64(slow))
        writer.field("slowTrue", Int64(slowTrue))
        writer.field("slowLost", Int64(slowLost))
        writer.field("slowFault", slowFault)
        writer.field("cut", Int64(cut))
        Self.write("back", back, to: &writer)
        writer.field("processorOfReturnMicroseconds", processorOfReturn?.span.microseconds)
        Self.write("acknowledgementMeanwhile", acknowledgementMeanwhile, to: &writer)
        writer.field("measuredMicroseconds", measured.span.microseconds)
        writer.field("frames", Int64(frames))
        writer.field("bytes", Int64(bytes))
        writer.field("fewestFrames", Int64(fewest))
        writer.field("mostFrames", Int64(most))
        writer.field("longestGapMicroseconds", longestGap.span.microseconds)
        Self.write("frameDelay", frameDelay, to: &writer)
        Self.write("splitDelay", splitDelay, to: &writer)
        writer.field("processorMicroseconds", processor?.span.microseconds)
        writer.field("memoryOfEach", memoryOfEach.map(Int64.init))
        writer.field("memoryGrowth", memoryGrowth.map(Int64.init))
        writer.field("firstOpeningMicroseconds", openings?.first.span.microseconds)
        writer.field("lastOpeningMicroseconds", openings?.last.span.microseconds)
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

    private static func milliseconds(_ duration: Duration) -> String {
        number(duration / .milliseconds(1), 0)
    }

    private static func microseconds(_ duration: Duration) -> String {
        number(max(0, duration / .microseconds(1)), 2)
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
