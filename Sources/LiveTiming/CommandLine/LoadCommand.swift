import SplitCore

/// `livetiming load`: thousands of spectators and a race, to try a server and a network before the day.
enum LoadCommand: Subcommand {
    static let name = "load"
    static let summary = "Load a server with spectators and a race, and tell how it does"
    static let synopsis =
        "--server URL (--track ID | --devices N --token-file FILE) [--spectators N] [--rate R] "
        + "[--seconds S]"
    static var details: [String] {
        LoadOptions.table.flatMap { $0.helpLines(defaults: LoadOptions()) }
    }
    static var flags: [(flag: String, expected: String)] {
        LoadOptions.table.map { ($0.flag, $0.expected) }
    }

    static func run(_ flags: Flags, _ invocation: Invocation) throws {
        let options = try flags.values(LoadOptions(), LoadOptions.table)
        if let conflict = options.conflict {
            throw SettingErrors(errors: [.conflict(conflict)])
        }
        let server = try ServerAddress(options.server)
        let token =
            options.devices == 0
            ? "" : try GivenToken.read(options.token, orFrom: options.tokenFile, role: .timer)
        let report = try LoadRun(options, server: server, token: token).run()
        invocation.output(options.format == .json ? report.json : report.text)
        if let refusal = report.refusal {
            throw CommandFailure(description: "the race of the devices broke off: \(refusal)")
        }
    }
}
