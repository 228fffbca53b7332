/// How long something took, many times: percentiles to within 1.6 %, at the same cost however many there
/// were. Microseconds.
struct DelayHistogram {
    private static let steps = 64

    private var counts = [Int](repeating: 0, count: steps * 40)
    private(set) var count = 0
    private(set) var longest: Int64 = 0

    /// What is below zero, as between two clocks it can be, counts as zero.
    mutating func add(_ microseconds: Int64) {
        let value = max(0, microseconds)
        counts[min(Self.place(of: value), counts.count - 1)] += 1
        count += 1
        longest = max(longest, value)
    }

    /// The least value that this share of them does not exceed; nil where there are none.
    func value(at share: Double) -> Int64? {
        guard count > 0 else { return nil }
        var left = max(1, Int((share * Double(count)).rounded(.up)))
        for (place, count) in counts.enumerated() {
            left -= count
            if left <= 0 { return min(Self.upperEnd(of: place), longest) }
        }
        return longest
    }

    /// Values below 128 have places of their own; then each doubling has 64.
    private static func place(of value: Int64) -> Int {
        guard value >= 128 else { return Int(value) }
        let doublings = 63 - value.leadingZeroBitCount - 6
        return doublings * steps + Int(value >> Int64(doublings))
    }

    private static func upperEnd(of place: Int) -> Int64 {
        guard place >= 128 else { return Int64(place) }
        let doublings = place / steps - 1
        let start = Int64(place % steps + steps) << Int64(doublings)
        return start + 1 << Int64(doublings) - 1
    }
}
