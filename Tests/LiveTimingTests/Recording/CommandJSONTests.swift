import FoundationEssentials
import Testing

@testable import LiveTiming

@Suite("Command JSON")
struct CommandJSONTests {
    @Test("members keep their order, and there are no spaces")
    func order() {
        let json: CommandJSON = ["b": 1, "a": ["x", -2], "c": [:], "d": []]
        #expect(json.serialized == #"{"b":1,"a":["x",-2],"c":{},"d":[]}"#)
    }

    @Test(
        "any text comes back as it was",
        arguments: ["", "\"\\/", "\0\u{1F}\n\r\t", "Zoë 🏁", "\u{2028}\u{7F}", "</script>"])
    func text(text: String) throws {
        let data = Data(CommandJSON.array([.text(text)]).serialized.utf8)
        #expect(try JSONDecoder().decode([String].self, from: data) == [text])
    }
}
