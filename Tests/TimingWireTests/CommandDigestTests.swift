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

    @Test(
        "It is of the text without white space, with members in order of their keys' bytes",
        arguments: [
            (#"{}"#, #"{}"#), (#"[ ]"#, #"[]"#), (#"[null, true, false]"#, #"[null,true,false]"#),
            (#"[-0, 9223372036854775807]"#, #"[0,9223372036854775807]"#),
            (#"[-9223372036854775808, 10]"#, #"[-9223372036854775808,10]"#),
            (#"[1.50, 1E+2, -0.0]"#, #"[1.50,1E+2,-0.0]"#),
            (#""\u0000\b\t\n\f\r\u001f\u007f""#, "\"\\u0000\\u0008\\t\\n\\u000c\\r\\u001f\u{7f}\""),
            (#""\"\\\/ \u00e9 \ud83c\udfc1""#, #""\"\\/ é 🏁""#),
            (
                #"{"b":{"d":1,"c":[{"f":1,"e":2}]},"a":3}"#,
                #"{"a":3,"b":{"c":[{"e":2,"f":1}],"d":1}}"#
            ),
            (#"{"ab":1,"a":2,"":3}"#, #"{"":3,"a":2,"ab":1}"#),
            (#"{"a\u0000":1,"a":2}"#, #"{"a":2,"a\u0000":1}"#),
            (#"{"a\nb":1,"a b":2}"#, #"{"a\nb":1,"a b":2}"#),
            (#"{"checkpoints":1,"checkpoint":2}"#, #"{"checkpoint":2,"checkpoints":1}"#),
            (#"{"12345678b":1,"12345678a":2}"#, #"{"12345678a":2,"12345678b":1}"#),
            (#"{"é":1,"z":2,"Z":3}"#, #"{"Z":3,"z":2,"é":1}"#),
            ("{\"f\":1,\"e\u{301}\":2}", "{\"e\u{301}\":2,\"f\":1}"),
        ])
    func canonical(sent: String, hashed: String) throws {
        let digest = try digest(
            #"{"x":\#(sent),"type":"voidRun","track":"t","run":"r","commandId":"c"}"#)
        let text = #"{"commandId":"c","run":"r","track":"t","type":"voidRun","x":\#(hashed)}"#
        #expect(digest == CommandDigest(hashing: [UInt8](text.utf8)))
    }

    @Test("A command that is in a log somewhere keeps the digest that it has")
    func golden() throws {
        let digest = try digest(
            #"{"type":"voidRun","commandId":"c","track":"t","run":"r","reason":"é\n"}"#)
        #expect(digest.description == "dc04408cdd21c9592ef7ac323bac52bd")
    }
}
