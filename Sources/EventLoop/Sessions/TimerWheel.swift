/// Deadlines of many sessions at constant cost each: a ring of buckets, one of which is looked at a
/// tick. A deadline is met at its tick or up to one tick late; it cannot be taken back, so whoever is
/// woken looks whether there is anything to do.
struct TimerWheel {
    private struct Entry {
        let key: SlotKey
        let rounds: Int
    }

    private var buckets: [[Entry]]
    private var position = 0

    init(bucketCount: Int = 256) {
        precondition(bucketCount > 1, "a wheel of one bucket cannot tell ticks apart")
        buckets = Array(repeating: [], count: bucketCount)
    }

    /// Wakes `key` after `ticks` calls of `advance`, at least one.
    mutating func add(_ key: SlotKey, after ticks: Int) {
        let ticks = max(1, ticks)
        let bucket = (position + ticks) % buckets.count
        buckets[bucket].append(Entry(key: key, rounds: (ticks - 1) / buckets.count))
    }

    /// Moves on by one tick and answers the keys that are due.
    mutating func advance() -> [SlotKey] {
        position = (position + 1) % buckets.count
        if buckets[position].isEmpty { return [] }
        var due: [SlotKey] = []
        var later: [Entry] = []
        for entry in buckets[position] {
            if entry.rounds == 0 {
                due.append(entry.key)
            } else {
                later.append(Entry(key: entry.key, rounds: entry.rounds - 1))
            }
        }
        buckets[position] = later
        return due
    }
}
