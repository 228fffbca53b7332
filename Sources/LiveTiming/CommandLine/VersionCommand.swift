/// `livetiming version`.
enum VersionCommand: Subcommand {
    static let name = "version"
    static let summary = "Print the version"
    static let synopsis = ""
    static let details: [String] = []
    static let flags: [(flag: String, expected: String)] = []

    static func run(_ flags: Flags, _ invocation: Invocation) throws {
        _ = try flags.operands(named: [])
        invocation.output("livetiming \(Program.version)\n")
    }
}
