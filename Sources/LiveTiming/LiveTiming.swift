internal import FoundationEssentials
internal import Glibc

@main
struct LiveTiming {
    static func main() {
        let invocation = Invocation(
            environment: ProcessInfo.processInfo.environment,
            output: { text in
                guard StandardStream.output.write(text) else {
                    StandardStream.error.write("livetiming: standard output cannot be written\n")
                    exit(ExitCode.failure.rawValue)
                }
            })
        let arguments = Array(CommandLine.arguments.dropFirst())
        let code = Program.run(arguments, invocation) { StandardStream.error.write("\($0)\n") }
        exit(code.rawValue)
    }
}
