import Testing

@testable import LiveTiming

@Suite("Flags")
struct FlagsTests {
    private let known = [
        (flag: "--port", expected: "a port"), (flag: "--data", expected: "a path"),
    ]

    @Test("a value follows its flag or its equals sign, and the last one counts")
    func values() throws {
        let flags = Flags(["--port", "1", "--data=a=b", "--port=2"], known: known)
        #expect(flags.given.map(\.flag) == ["--port", "--data", "--port"])
        #expect(flags.given.map(\.value) == ["1", "a=b", "2"])
        let settings = try flags.values(Settings(), Settings.table)
        #expect(settings.port == 2)
        #expect(settings.dataDirectory == "a=b")
    }

    @Test("a dash alone is an operand, and so is everything after two")
    func operands() {
        let flags = Flags(["-", "--port=1", "--", "--data", "-x"], known: known)
        #expect(flags.operands == ["-", "--data", "-x"])
        #expect(flags.errors.isEmpty)
    }

    @Test("a flag doesn't take the next flag for its value")
    func missingValue() {
        let flags = Flags(["--port", "--data", "x"], known: known)
        #expect(flags.errors == [.missingValue(flag: "--port", expected: "a port")])
        #expect(flags.given == [.init(flag: "--data", value: "x")])
    }

    @Test("help is wanted wherever it stands")
    func help() {
        #expect(Flags(["--nonsense", "x", "-h"], known: known).wantsHelp)
    }
}
