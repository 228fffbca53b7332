internal import Journal

/// What `livetiming verify` can be told beside the settings of the server.
struct VerifyOptions: Equatable, Sendable {
    var file = ""

    static let table: [Setting<VerifyOptions>] = [
        .init(
            "file", \.file, .text("a journal's file"),
            "a backup to check in the place of the data directory")
    ]
}

/// `livetiming verify`: whether a data directory, or a backup, is whole.
enum VerifyCommand: ServerSubcommand {
    static let name = "verify"
    static let summary =
        "Check that the log is whole and that the tables follow from it, and say what differs"
    static let synopsis = "[--data DIR | --file FILE]"
    static var details: [String] {
        [
            "Nothing is written. The server may be running: what it writes meanwhile is not looked at.",
            "What is wrong goes to standard output, a line each; the exit status is 3 then.", "",
        ] + VerifyOptions.table.flatMap { $0.helpLines(defaults: VerifyOptions()) } + [""]
            + Settings.helpLines
    }
    static var flags: [(flag: String, expected: String)] {
        VerifyOptions.table.map { ($0.flag, $0.expected) } + Settings.flags
    }

    static func run(_ flags: Flags, _ invocation: Invocation) throws {
        let (options, rest) = try flags.separate(VerifyOptions(), VerifyOptions.table)
        let settings = try effective(rest, invocation).settings
        let history =
            options.file.isEmpty
            ? try History(directory: settings.dataDirectory) : try History(file: options.file)
        let verification = try Verification(history, mergeWindow: settings.mergeWindow.span)
        let findings = verification.findings
        invocation.list(findings)
        guard findings.isEmpty else {
            throw CheckFailure(
                description: findings.count == 1
                    ? "1 thing is wrong" : "\(findings.count) things are wrong")
        }
        invocation.output(
            "The log is whole and the tables follow from it: "
                + "\(verification.tracks) tracks, \(verification.events) events.\n")
    }
}
