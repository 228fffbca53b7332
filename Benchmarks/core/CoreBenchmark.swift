import SplitCore

/// Grows a track and shows what a command costs on it, small and great.
@main
struct CoreBenchmark {
    private static let sizes = [1_000, 10_000, 100_000]
    private static let batches = 7

    private struct Costs {
        var split: Duration
        var lateSplit: Duration
        var void: Duration
        var refresh: Duration
        var fresh: Duration
    }

    static func main() {
        var track = BusyTrack()
        var first: Costs?
        print("runs      split            late split       void             board    new board")
        for size in sizes {
            while track.runs < size { track.step() }
            let costs = measure(&track)
            let base = first ?? costs
            first = base
            let cells = [
                (costs.split, base.split), (costs.lateSplit, base.lateSplit),
                (costs.void, base.void),
            ].map { cell("\(microseconds($0)) µs  ×\(ratio($0, to: $1))", 17) }
            print(
                cell("\(size)", 10) + cells.joined()
                    + cell("\(microseconds(costs.refresh)) µs", 9)
                    + "\(microseconds(costs.fresh)) µs")
        }
    }

    /// Medians over batches, of one command each.
    private static func measure(_ track: inout BusyTrack) -> Costs {
        let clock = ContinuousClock()
        var splits: [Duration] = []
        var lateSplits: [Duration] = []
        var voids: [Duration] = []
        var refreshes: [Duration] = []
        for _ in 0..<batches {
            var taken = Duration.zero
            // A step is a start and three splits.
            for _ in 0..<334 { taken += track.step() }
            splits.append(taken / 1_002)
            taken = .zero
            let late = (0..<334).map { _ in track.lateRun(&taken) }
            lateSplits.append(taken / 1_002)
            taken = clock.measure { for run in late { track.void(run) } }
            voids.append(taken / late.count)
            track.refresh()
            for _ in 0..<40 {
                track.step()
                refreshes.append(clock.measure { track.refresh() })
            }
        }
        let fresh = (0..<batches).map { _ in clock.measure { track.makeBoard() } }
        return Costs(
            split: median(splits), lateSplit: median(lateSplits), void: median(voids),
            refresh: median(refreshes), fresh: median(fresh))
    }

    private static func median(_ durations: [Duration]) -> Duration {
        durations.sorted()[durations.count / 2]
    }

    // MARK: Numbers as text

    private static func nanoseconds(_ duration: Duration) -> Int64 {
        duration.components.attoseconds / 1_000_000_000 + duration.components.seconds
            * 1_000_000_000
    }

    private static func microseconds(_ duration: Duration) -> String {
        tenths(nanoseconds(duration) / 100)
    }

    private static func ratio(_ duration: Duration, to base: Duration) -> String {
        tenths(nanoseconds(duration) * 10 / max(1, nanoseconds(base)))
    }

    private static func tenths(_ number: Int64) -> String { "\(number / 10).\(number % 10)" }

    private static func cell(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }
}
