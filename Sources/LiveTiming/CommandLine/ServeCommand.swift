/// `livetiming serve`: the server.
enum ServeCommand: ServerSubcommand {
    static let name = "serve"
    static let summary = "Run the server until it is told to stop by SIGINT or SIGTERM"
    static let synopsis = "[--SETTING VALUE]…"

    static func run(_ flags: Flags, _ invocation: Invocation) throws {
        try serve(effective(flags, invocation).settings)
    }
}
