/// `livetiming version`.
enum VersionCommand: Subcommand {
    static let name = "version"
    static let summary = "Print the version"
    static let synopsis = ""
    static let details: [String] = []
    static let flags: [(flag: String, expected: String)] = []

    static func run(_ flags: Flags, _ invocation: Invocation) throws {
        try flags.check()
        invocation.output("livetiming \(Program.version)\n")
    }
}
