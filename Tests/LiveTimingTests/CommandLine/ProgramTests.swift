import Testing

@testable import LiveTiming

@Suite("Command line")
struct ProgramTests {
    private struct Outcome {
        var code = ExitCode.success
        var output = ""
        var errors: [String] = []
    }

    private func run(_ arguments: String..., environment: [String: String] = [:]) -> Outcome {
        var outcome = Outcome()
        let invocation = Invocation(environment: environment, output: { outcome.output += $0 })
        outcome.code = Program.run(arguments, invocation) { outcome.errors.append($0) }
        return outcome
    }

    @Test("without a command the help goes to standard error and the call is wrong")
    func noCommand() {
        let outcome = run()
        #expect(outcome.code == .usage)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.count == 1)
    }

    @Test("help lists every command", arguments: ["--help", "-h", "help"])
    func help(argument: String) {
        let outcome = run(argument)
        #expect(outcome.code == .success)
        for command in Program.commands {
            #expect(outcome.output.contains("  \(command.name) "))
        }
    }

    @Test(
        "every command has help that names its flags", arguments: Program.commands.map { $0.name })
    func commandHelp(name: String) throws {
        let command = try #require(Program.commands.first { $0.name == name })
        let outcome = run(name, "--help")
        #expect(outcome.code == .success)
        #expect(outcome.output.hasPrefix("Usage: livetiming \(name)"))
        for (flag, _) in command.flags {
            #expect(outcome.output.contains("  \(flag) "))
        }
        #expect(run("help", name).output == outcome.output)
    }

    @Test("an unknown command names the nearest one")
    func unknownCommand() {
        let outcome = run("serv")
        #expect(outcome.code == .usage)
        #expect(outcome.errors.count == 1)
        #expect(outcome.errors.first?.contains("did you mean serve?") == true)
    }

    @Test("the version is printed", arguments: ["version", "--version"])
    func version(argument: String) {
        #expect(run(argument).output == "livetiming 0.1.0\n")
        #expect(run("version", "now").code == .usage)
    }

    @Test("check-config shows each value and where it came from")
    func checkConfig() {
        let outcome = run(
            "check-config", "--port", "9", environment: ["LIVETIMING_HOST": "127.0.0.1"])
        #expect(outcome.code == .success)
        let rows = outcome.output.split(separator: "\n").map {
            $0.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
        }
        #expect(rows.contains(["port", "9", "(--port)"]))
        #expect(rows.contains(["host", "127.0.0.1", "(LIVETIMING_HOST)"]))
        #expect(rows.contains(["kept-runs", "200", "(default)"]))
        #expect(rows.count == Settings.table.count)
    }

    @Test("check-config tells all errors, a line each")
    func checkConfigErrors() {
        let outcome = run("check-config", "--port", "x", "--hots", "y")
        #expect(outcome.code == .usage)
        #expect(outcome.errors.count == 2)
        #expect(outcome.output.isEmpty)
    }

    @Test("what can't be read is a failure and no wrong call")
    func failure() {
        #expect(run("replay", "/nonexistent/feed.txt").code == .failure)
        #expect(run("replay").code == .usage)
        #expect(run("replay", "a", "b").code == .usage)
        #expect(run("replay", "a", "--speed", "0").code == .usage)
    }

    @Test("generate writes the same bytes for the same seed and others for another")
    func generate() {
        let race = run("generate", "--seed", "7", "--minutes", "2").output
        #expect(!race.isEmpty)
        #expect(run("generate", "--seed", "7", "--minutes", "2").output == race)
        #expect(run("generate", "--seed", "8", "--minutes", "2").output != race)
    }
}
