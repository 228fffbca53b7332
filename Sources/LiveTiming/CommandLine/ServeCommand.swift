/// `livetiming serve`: the server.
enum ServeCommand: Subcommand {
    static let name = "serve"
    static let summary = "Run the server until it is told to stop by SIGINT or SIGTERM"
    static let synopsis = "[--SETTING VALUE]…"
    static var details: [String] { Settings.helpLines }
    static var flags: [(flag: String, expected: String)] { Settings.flags }

    static func run(_ flags: Flags, _ invocation: Invocation) throws {
        let effective = try EffectiveSettings(
            flags: flags, environment: invocation.environment)
        try serve(effective.settings)
    }
}
