import Testing

@testable import LiveTiming

@Suite struct StampTests {
    private func find(_ text: String, _ look: (UnsafeRawBufferPointer) -> Int64?) -> Int64? {
        // The array outlives the call.
        unsafe Array(text.utf8).withUnsafeBytes { unsafe look($0) }
    }

    @Test func `a text is found behind its key`() {
        func find(_ text: String) -> String? {
            // The array outlives the call.
            unsafe Array(text.utf8).withUnsafeBytes { unsafe Stamp.epoch.firstText(in: $0) }
        }
        #expect(find(#"{"epoch":"0190-a","seq":7}"#) == "0190-a")
        #expect(find(#"{"epoch":7}"#) == nil)
        #expect(find(#"{"epoch":"#) == nil)
        #expect(find(#"{"seq":7}"#) == nil)
    }

    @Test(arguments: [
        (#"{"type":"update","track":"hill"}"#, MessageStart.update),
        (#"{"type":"update","id":"load"}"#, .update),
        (#"{"id":"load","type":"snapshot","track":{}}"#, .snapshot),
        (#"{"type":"error","code":"unknownTrack"}"#, .error),
        (#"{"type":"welcome","time":7}"#, .other),
        ("", .other),
    ])
    func `a message is known by its beginning`(text: String, start: MessageStart) {
        // The array outlives the call.
        unsafe Array(text.utf8).withUnsafeBytes { unsafe #expect(MessageStart(of: $0) == start) }
    }

    @Test func `a number is found behind its key`() {
        let text = #"{"type":"update","time":1796000000123456,"runs":[{"at":7},{"at":19,"at":3}]}"#
        unsafe #expect(find(text) { unsafe Stamp.time.first(in: $0) } == 1_796_000_000_123_456)
        unsafe #expect(find(text) { unsafe Stamp.at.greatest(in: $0) } == 19)
        unsafe #expect(find(#"{"type":"update"}"#) { unsafe Stamp.time.first(in: $0) } == nil)
        unsafe #expect(find("") { unsafe Stamp.at.greatest(in: $0) } == nil)
        unsafe #expect(find(#"{"seq":8,"at":5}"#) { unsafe Stamp.seq.first(in: $0) } == 8)
        unsafe #expect(find(#""at":5"#) { unsafe Stamp.at.greatest(in: $0) } == 5)
    }
}
