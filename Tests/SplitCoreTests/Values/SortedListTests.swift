import Testing

@testable import SplitCore

@Suite struct SortedListTests {
    @Test(arguments: 1...20)
    func aListIsWhatASortedArrayIs(seed: Int) {
        var random = Seeded(seed)
        var list = SortedList<Int>()
        var array: [Int] = []
        for _ in 0..<3000 {
            if !array.isEmpty, random.once(in: 3) {
                let element = random.element(array)
                let wasThere = list.remove(element)
                #expect(wasThere, "seed \(seed)")
                array.removeSorted(element)
            } else {
                let element = random.number(0...10_000)
                list.insert(element)
                array.insertSorted(element)
            }
        }
        #expect(list.elementsEqual(array), "seed \(seed)")
        #expect(list.first == array.first && list.last == array.last)
        let bound = random.number(0...10_000)
        let tail = list.drop { $0 < bound }
        #expect(tail.elementsEqual(array.drop { $0 < bound }), "seed \(seed)")
        for count in [0, 1, 200, 5000] { #expect(list.suffix(count) == array.suffix(count)) }
        let wasThere = list.remove(20_000)
        #expect(!wasThere)
        #expect(!SortedList<Int>().contains(1))
    }

    @Test func equalListsAreEqualHoweverTheyCameToBe() {
        var upwards = SortedList<Int>()
        var downwards = SortedList<Int>()
        for number in 0..<1000 {
            upwards.insert(number)
            downwards.insert(999 - number)
        }
        #expect(upwards == downwards)
        #expect(upwards.hashValue == downwards.hashValue)
        upwards.remove(500)
        #expect(upwards != downwards)
    }
}
