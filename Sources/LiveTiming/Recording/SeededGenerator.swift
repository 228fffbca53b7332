/// Random numbers that are the same for the same seed, on every machine and in every version: the
/// SplitMix64 sequence, and integers only.
struct SeededGenerator: Sendable {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// From zero up to, and without, `bound`, which is positive.
    mutating func below(_ bound: Int) -> Int {
        Int(next().multipliedFullWidth(by: UInt64(bound)).high)
    }

    /// Around zero and bell-shaped: most values lie within `spread` of it, all within twice that.
    mutating func around(_ spread: Int) -> Int {
        (0..<4).reduce(0) { sum, _ in sum + below(spread + 1) } - 2 * spread
    }
}
