import SplitCore
import Testing
import TimingWire

@testable import LiveTiming

@Suite struct BeatTests {
    private let second = Beat(at: Timestamp(microseconds: 1_796_000_000_000_000))

    @Test func `a second has sixty beats, each at its own instant`() {
        #expect(second.instant == Timestamp(microseconds: 1_796_000_000_000_000))
        for number in second.number..<second.number + 120 {
            let beat = Beat(number: number)
            #expect(Beat(at: beat.instant) == beat)
            let before = Timestamp(microseconds: beat.instant.microseconds - 1)
            #expect(Beat(at: before).number == number - 1)
        }
        #expect(Beat(number: second.number + 60).instant - second.instant == .seconds(1))
    }

    @Test(arguments: FieldLimits.rates)
    func `so many times a second something of a rate is due, evenly`(rate: Int) {
        var beat = second
        var dues: [Int64] = []
        while true {
            beat = beat.next(ofRate: rate)
            if beat.number > second.number + 60 { break }
            dues.append(beat.number - second.number)
        }
        #expect(dues == (1...rate).map { Int64($0 * 60 / rate) })
    }

    /// Whoever is served late has missed what was due between, but not their turn.
    @Test func `what became due since the last beat is due`() {
        let late = Beat(number: second.number + 31)
        #expect(second.next(ofRate: 2) <= late)
        #expect(second.next(ofRate: 1) > late)
        #expect(late.next(ofRate: 2).number == second.number + 60)
    }
}
