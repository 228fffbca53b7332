extension Measure: CustomStringConvertible {
    /// The name by which the journal knows the measure: `segment:t1:finish` (with
    /// nothing before the second colon from the start), `lap`, `firstLap`, `split:t1:3` with the lap, `run:1` with the laps.
    public var description: String {
        switch self {
        case .segment(let from, let to): "segment:\(from?.text ?? ""):\(to.text)"
        case .lap(isFirst: false): "lap"
        case .lap(isFirst: true): "firstLap"
        case .split(let checkpoint, let lap): "split:\(checkpoint.text):\(lap)"
        case .run(let laps): "run:\(laps)"
        }
    }

    /// Reads what `description` wrote; nil for everything else.
    public init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        switch (parts[0], parts.count) {
        case ("segment", 3):
            guard let to = CheckpointID(parts[2]) else { return nil }
            let from = CheckpointID(parts[1])
            guard from != nil || parts[1].isEmpty else { return nil }
            self = .segment(from: from, to: to)
        case ("lap", 1): self = .lap(isFirst: false)
        case ("firstLap", 1): self = .lap(isFirst: true)
        case ("split", 3):
            guard let checkpoint = CheckpointID(parts[1]), let lap = Int(parts[2]) else {
                return nil
            }
            self = .split(checkpoint, lap: lap)
        case ("run", 2):
            guard let laps = Int(parts[1]) else { return nil }
            self = .run(laps: laps)
        default: return nil
        }
    }
}
