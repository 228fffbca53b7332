/// The connections that have nothing against a frame: plain ones, open, and with nothing of ours pending. A sweep over
/// thousands of them then need not look at each; only libwebsockets, which sends pongs by itself, is asked.
///
/// A connection has its clearance once it was looked at and took a frame whole.
struct Clearances {
    /// By slot: the generation of the connection that is clear, or 0.
    private var generations: [UInt32] = []

    func contains(_ key: SlotKey) -> Bool {
        let slot = Int(key.slot)
        return slot < generations.count && generations[slot] == key.generation
    }

    mutating func insert(_ key: SlotKey) {
        let slot = Int(key.slot)
        if slot >= generations.count {
            generations += Array(repeating: 0, count: slot + 1 - generations.count)
        }
        generations[slot] = key.generation
    }

    mutating func remove(_ key: SlotKey) {
        if contains(key) { generations[Int(key.slot)] = 0 }
    }
}
