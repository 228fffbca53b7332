import Testing

@testable import SplitCore

@Suite struct IndirectTests {
    private struct Parts: Equatable {
        var numbers = [1, 2]
        var text = "one"

        mutating func grow() { numbers.append(3) }
    }

    @Test func whoChangesACopyLeavesTheOtherAsItWas() {
        let first = Indirect(Parts())
        var second = first
        second.numbers.append(9)
        var third = second
        third.value.grow()
        third.text = "three"
        #expect(first.value == Parts())
        #expect(second.value == Parts(numbers: [1, 2, 9]))
        #expect(third.value == Parts(numbers: [1, 2, 9, 3], text: "three"))
    }

    @Test func aCopyOfADictionaryKeepsItsValues() {
        var all = ["a": Indirect(Parts()), "b": Indirect(Parts())]
        let before = all
        all["a"]!.numbers[0] = 7
        all["b"]?.value.grow()
        #expect(before["a"]!.numbers == [1, 2])
        #expect(before["b"]!.numbers == [1, 2])
        #expect(all["a"]!.numbers == [7, 2])
        #expect(all["b"]!.numbers == [1, 2, 3])
    }

    @Test func itIsEqualToWhatIsEqualInside() {
        var other = Indirect(Parts())
        #expect(other == Indirect(Parts()))
        other.text = "two"
        #expect(other != Indirect(Parts()))
    }
}
