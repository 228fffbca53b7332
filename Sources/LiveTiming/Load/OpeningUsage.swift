/// What a server's process had used when the opening of spectators began, when the first thousand were
/// there, all but the last thousand, and all.
struct OpeningUsage {
    private var marks: [(processor: Duration, updates: Int)] = []

    /// - Parameter updates: frames that had come by then, beside each one's first.
    mutating func add(_ processor: Duration, updates: Int) {
        marks.append((processor, updates))
    }

    /// What each of the first and each of the last cost, without the frames that others got meanwhile.
    func costs(ofFrame: Duration) -> (first: Duration, last: Duration)? {
        guard marks.count == 4 else { return nil }
        func cost(_ from: Int, _ to: Int) -> Duration {
            let frames = ofFrame * (marks[to].updates - marks[from].updates)
            return (marks[to].processor - marks[from].processor - frames)
                / LoadRun.measuredOpenings
        }
        return (cost(0, 1), cost(2, 3))
    }
}
