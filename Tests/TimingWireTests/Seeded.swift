/// A generator that gives the same numbers for the same seed on every machine (SplitMix64).
struct Seeded: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func int(_ range: ClosedRange<Int64>) -> Int64 { .random(in: range, using: &self) }

    mutating func count(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &self) }

    /// True once in `odds` times.
    mutating func chance(_ odds: Int = 2) -> Bool { count(1...odds) == 1 }

    mutating func choice<Choice: CaseIterable>() -> Choice {
        guard let choice = Choice.allCases.randomElement(using: &self) else {
            preconditionFailure("an enum without cases")
        }
        return choice
    }

    mutating func maybe<Value>(_ value: (inout Seeded) -> Value) -> Value? {
        chance() ? value(&self) : nil
    }

    mutating func list<Value>(_ range: ClosedRange<Int>, _ value: (inout Seeded) -> Value)
        -> [Value]
    {
        (0..<count(range)).map { _ in value(&self) }
    }
}
