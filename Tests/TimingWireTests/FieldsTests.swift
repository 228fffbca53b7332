import Testing

@testable import TimingWire

@Suite struct FieldsTests {
    @Test(
        "A text for people is one line without white space at its ends",
        arguments: [
            ("Zoë", "Zoë"), ("  Zoë Q. \u{3000}", "Zoë Q."), ("a\tb\u{7f}c\u{85}d", "a b c d"),
            ("\u{0}\u{9f}a b\r\n", "a b"), ("a\u{A0}b", "a\u{A0}b"),
            ("👩\u{200D}👩\u{200D}👧", "👩\u{200D}👩\u{200D}👧"), ("e\u{301}\n", "e\u{301}"),
        ])
    func tidied(sent: String, kept: String) throws {
        let message = JSONWriter.bytes { writer in
            writer.beginObject()
            writer.field("type", "hello")
            writer.field("client", sent)
            writer.endObject()
        }
        guard case .hello(let hello) = try ClientMessage(reading: message) else {
            Issue.record("it is read as another message")
            return
        }
        #expect(Array(hello.client.utf8) == Array(kept.utf8))
    }

    @Test("Fields are found in whatever order they come")
    func anyOrder() throws {
        let fields = [
            #""type":"recordSplit""#, #""commandId":"c""#, #""track":"t""#, #""split":"x""#,
            #""at":1796000000000000"#, #""uncertainty":7"#, #""method":"sensor""#,
        ]
        let read = try fields.indices.map { turn in
            let turned = fields[turn...] + fields[..<turn]
            return try CommandMessage(reading: [UInt8]("{\(turned.joined(separator: ","))}".utf8))
        }
        #expect(Set(read).count == 1)
        #expect(read[0].ignored.isEmpty)
    }
}
