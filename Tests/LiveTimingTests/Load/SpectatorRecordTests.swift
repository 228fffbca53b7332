import Testing

@testable import LiveTiming

@Suite struct SpectatorRecordTests {
    @Test func `the longest gap is between frames, before the first or after the last`() {
        var record = SpectatorRecord()
        record.beginMeasuring(at: 1000)
        record.took(frameAt: 1300)
        #expect(record.longestGap == 300)
        record.took(frameAt: 1700)
        record.took(frameAt: 1800)
        #expect(record.longestGap == 400 && record.frames == 3)
        record.noteGap(until: 2300)
        #expect(record.longestGap == 500 && record.frames == 3)
        record.beginMeasuring(at: 9000)
        #expect(record.longestGap == 0 && record.frames == 0)
    }

    @Test func `the wait doubles with each try, up to half a minute, until one is through`() {
        var record = SpectatorRecord()
        let waits = (0..<30).map { _ in record.longestWait(first: 500_000) }
        #expect(waits.prefix(4) == [500_000, 1_000_000, 2_000_000, 4_000_000])
        #expect(waits[5] == 16_000_000 && waits[6...].allSatisfy { $0 == 30_000_000 })
        record.wasOpened()
        #expect(record.longestWait(first: 500_000) == 500_000)
    }
}
