/// Random numbers that a seed repeats: SplitMix64.
struct Seeded: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: Int) {
        state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

    mutating func element<Element>(_ elements: [Element]) -> Element {
        elements.randomElement(using: &self)!
    }

    /// True once in so many times.
    mutating func once(in count: Int) -> Bool { number(1...count) == 1 }
}
