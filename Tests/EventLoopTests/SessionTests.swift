import Testing

@testable import EventLoop

@Suite struct TimerWheelTests {
    @Test(arguments: [1, 2, 3, 7, 8, 9, 16, 17, 100])
    func `a key is woken after its ticks and only once`(ticks: Int) {
        var wheel = TimerWheel(bucketCount: 8)
        let key = SlotKey(slot: 3, generation: 1)
        for _ in 0..<5 { _ = wheel.advance() }
        wheel.add(key, after: ticks)
        let woken = (1...300).filter { _ in wheel.advance() == [key] }
        #expect(woken == [ticks])
    }

    @Test func `keys due at the same tick are all woken`() {
        var wheel = TimerWheel(bucketCount: 4)
        for slot in UInt32(0)..<10 { wheel.add(SlotKey(slot: slot, generation: 1), after: 2) }
        wheel.add(SlotKey(slot: 99, generation: 1), after: 6)
        let woken = (1...6).map { _ in wheel.advance().map(\.slot) }
        #expect(woken == [[], Array(0..<10), [], [], [], [99]])
    }
}

@Suite struct SlotTableTests {
    @Test func `a key finds its element until it is removed, and never another`() {
        var table = SlotTable<String>()
        let first = table.insert { _ in "first" }
        let second = table.insert { _ in "second" }
        #expect(table[first] == "first")
        let removed = [table.remove(first), table.remove(first)]
        #expect(removed == ["first", nil])
        let third = table.insert { _ in "third" }
        #expect(third.slot == first.slot)
        #expect(table[first] == nil)
        #expect(table[third] == "third")
        #expect(table[second] == "second")
        #expect(table.count == 2)
    }

    @Test func `a key survives the word that libwebsockets keeps`() {
        let key = SlotKey(slot: .max, generation: .max)
        #expect(SlotKey(word: key.word) == key)
        #expect(SlotKey(word: SlotKey(slot: 0, generation: 1).word)?.generation == 1)
        #expect(SlotKey(word: 0) == nil)
    }
}
