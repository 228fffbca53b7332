internal import FoundationEssentials

/// What a process of this machine has used so far.
struct ProcessUsage {
    /// Processor time of all its threads, by the scheduler's own count.
    let processor: Duration
    /// Memory that is in place, in bytes.
    let memory: Int

    /// Nil where there is no such process, or it is not ours to look at.
    init?(of process: Int) {
        let directory = "/proc/\(process)"
        guard
            let threads = try? FileManager.default.contentsOfDirectory(atPath: directory + "/task"),
            let status = Self.text(directory + "/status"),
            let resident = status.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") })
        else { return nil }
        let kibibytes = resident.split(whereSeparator: \.isWhitespace).dropFirst().first
        memory = (kibibytes.flatMap { Int($0) } ?? 0) << 10
        let nanoseconds = threads.compactMap { thread in
            // A thread that has just ended is in no count any more.
            Self.text("\(directory)/task/\(thread)/schedstat")?.split(separator: " ").first
                .flatMap { Int64($0) }
        }
        processor = .nanoseconds(nanoseconds.reduce(0, +))
    }

    private static func text(_ path: String) -> String? {
        // Files of `/proc` say that they are empty; they are read to their end all the same.
        (try? Data(contentsOf: URL(fileURLWithPath: path))).map {
            String(decoding: $0, as: UTF8.self)
        }
    }
}
