import Testing

@testable import LiveTiming

@Suite struct StampTests {
    private func find(_ text: String, _ look: (UnsafeRawBufferPointer) -> Int64?) -> Int64? {
        // The array outlives the call.
        unsafe Array(text.utf8).withUnsafeBytes { unsafe look($0) }
    }

    @Test func `a number is found behind its key`() {
        let text = #"{"type":"update","time":1796000000123456,"runs":[{"at":7},{"at":19,"at":3}]}"#
        unsafe #expect(find(text) { unsafe Stamp.time.first(in: $0) } == 1_796_000_000_123_456)
        unsafe #expect(find(text) { unsafe Stamp.at.greatest(in: $0) } == 19)
        unsafe #expect(find(#"{"type":"update"}"#) { unsafe Stamp.time.first(in: $0) } == nil)
        unsafe #expect(find("") { unsafe Stamp.at.greatest(in: $0) } == nil)
        unsafe #expect(find(#""at":5"#) { unsafe Stamp.at.greatest(in: $0) } == 5)
    }
}
