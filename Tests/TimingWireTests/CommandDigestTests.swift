import Testing

@testable import TimingWire

@Suite struct CommandDigestTests {
    private func digest(_ text: String) throws -> CommandDigest {
        try CommandMessage(reading: [UInt8](text)).digest
    }

    @Test(
        "It is 128-bit FNV-1a, by the published values",
        arguments: [
            ("", "6c62272e07bb014262b821756295c58d"), ("a", "d228cb696f1a8caf78912b704e4a8964"),
            ("foobar", "343e1662793c64bf6f0d3597ba446f18"),
        ])
    func published(text: String, digits: String) {
        let digest = CommandDigest(hashing: [UInt8](text))
        #expect(digest.description == digits)
        #expect(CommandDigest(digits) == digest)
    }

    @Test(
        "What is not 32 hexadecimal digits is no digest",
        arguments: [
            "", "6c62", "+" + String(repeating: "0", count: 31), String(repeating: "g", count: 32),
        ])
    func unreadable(text: String) {
        #expect(CommandDigest(text) == nil)
    }

    @Test("White space and the order of fields don't matter")
    func order() throws {
        let one = try digest(
            #"{"type":"voidRun","commandId":"c","track":"t","run":"r","x":{"a":1,"b":2}}"#)
        let other = try digest(
            """
            { "x": {"b":2, "a":1}, "run": "\\u0072", "track":"t",
              "commandId": "c", "type": "voidRun" }
            """)
        #expect(one == other)
    }

    @Test(
        "Every field matters, also one that is not known",
        arguments: [
            #"{"type":"voidRun","commandId":"c","track":"t","run":"q"}"#,
            #"{"type":"voidRun","commandId":"d","track":"t","run":"r"}"#,
            #"{"type":"voidRun","commandId":"c","track":"u","run":"r"}"#,
            #"{"type":"restoreRun","commandId":"c","track":"t","run":"r"}"#,
            #"{"type":"voidRun","commandId":"c","track":"t","run":"r","reason":"x"}"#,
            #"{"type":"voidRun","commandId":"c","track":"t","run":"r","later":1}"#,
        ])
    func difference(text: String) throws {
        let base = try digest(#"{"type":"voidRun","commandId":"c","track":"t","run":"r"}"#)
        #expect(try digest(text) != base)
    }

    @Test("A command that is in a log somewhere keeps the digest that it has")
    func golden() throws {
        let digest = try digest(
            #"{"type":"voidRun","commandId":"c","track":"t","run":"r","reason":"é\n"}"#)
        #expect(digest.description == "dc04408cdd21c9592ef7ac323bac52bd")
    }
}
