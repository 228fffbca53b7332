internal import Glibc
internal import Journal

/// What `livetiming restore` can be told beside the settings of the server.
struct RestoreOptions: Equatable, Sendable {
    var from = ""

    static let table: [Setting<RestoreOptions>] = [
        .init("from", \.from, .text("the file of a backup"), "the backup; it is only read")
    ]
}

/// `livetiming restore`: a backup becomes the journal of a data directory.
enum RestoreCommand: ServerSubcommand {
    static let name = "restore"
    static let summary = "Put a backup into a data directory that has no races yet"
    static let synopsis = "--from FILE [--data DIR]"
    static var details: [String] {
        [
            "The directory is made if it is missing. Every log goes on under a new epoch, so that pages",
            "that are open take the board anew. Tokens that were in force are so again.", "",
        ] + RestoreOptions.table.flatMap { $0.helpLines(defaults: RestoreOptions()) } + [""]
            + Settings.helpLines
    }
    static var flags: [(flag: String, expected: String)] {
        RestoreOptions.table.map { ($0.flag, $0.expected) } + Settings.flags
    }

    static func run(_ flags: Flags, _ invocation: Invocation) throws {
        let (options, rest) = try flags.separate(RestoreOptions(), RestoreOptions.table)
        let settings = try effective(rest, invocation).settings
        guard !options.from.isEmpty else {
            throw SettingErrors(
                errors: [.missingValue(flag: "--from", expected: "the file of a backup")])
        }
        // A file that may not grow is an error of a call, not the end of the process.
        signal(SIGXFSZ, SIG_IGN)
        let content = try Backup(options.from).restore(to: settings.dataDirectory) {
            LogEpoch.unique()
        }
        invocation.output(
            "\(settings.dataDirectory) has \(content.tracks) tracks with \(content.events) events.\n"
        )
    }
}
