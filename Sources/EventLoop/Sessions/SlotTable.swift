/// Names an element of a `SlotTable` for good: a slot that is used again has another generation.
struct SlotKey: Hashable, Sendable {
    let slot: UInt32
    /// At least 1.
    let generation: UInt32

    /// The key as the one word that libwebsockets keeps with each of its connections; never 0.
    var word: UInt { UInt(generation) << 32 | UInt(slot) }

    init(slot: UInt32, generation: UInt32) {
        self.slot = slot
        self.generation = generation
    }

    init?(word: UInt) {
        guard word >> 32 != 0 else { return nil }
        self.init(slot: UInt32(truncatingIfNeeded: word), generation: UInt32(word >> 32))
    }
}

/// Elements by a small integer, in an array: constant time, and a key that outlives its element finds
/// nothing rather than another element.
struct SlotTable<Element> {
    private struct Slot {
        var generation: UInt32
        var element: Element?
    }

    private var slots: [Slot] = []
    private var free: [UInt32] = []

    var count: Int { slots.count - free.count }

    mutating func insert(_ make: (SlotKey) -> Element) -> SlotKey {
        let slot = free.popLast() ?? UInt32(slots.count)
        if Int(slot) == slots.count { slots.append(Slot(generation: 0, element: nil)) }
        let generation = max(1, slots[Int(slot)].generation &+ 1)
        let key = SlotKey(slot: slot, generation: generation)
        slots[Int(slot)] = Slot(generation: generation, element: make(key))
        return key
    }

    subscript(key: SlotKey) -> Element? {
        guard Int(key.slot) < slots.count, slots[Int(key.slot)].generation == key.generation else {
            return nil
        }
        return slots[Int(key.slot)].element
    }

    mutating func replace(_ key: SlotKey, with element: Element) {
        guard self[key] != nil else { return }
        slots[Int(key.slot)].element = element
    }

    @discardableResult
    mutating func remove(_ key: SlotKey) -> Element? {
        guard let element = self[key] else { return nil }
        slots[Int(key.slot)].element = nil
        free.append(key.slot)
        return element
    }

    /// The elements as they are now; the table may change while the answer is walked.
    var elements: [Element] { slots.compactMap(\.element) }

    func contains(where isWanted: (Element) -> Bool) -> Bool {
        slots.contains { $0.element.map(isWanted) ?? false }
    }
}
