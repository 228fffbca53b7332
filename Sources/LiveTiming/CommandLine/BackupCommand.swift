internal import Glibc
internal import Journal

/// Yes or no, as the value of a flag.
enum Choice: String, CaseIterable, Sendable {
    case no, yes
}

/// What `livetiming backup` can be told beside the settings of the server.
struct BackupOptions: Equatable, Sendable {
    var to = ""
    var overwrite = Choice.no

    static let table: [Setting<BackupOptions>] = [
        .init("to", \.to, .text("a file"), "where the backup goes; not into the data directory"),
        .init("overwrite", \.overwrite, .name, "whether it may take the place of an older one"),
    ]
}

/// `livetiming backup`: a copy of the journal, while a server serves.
enum BackupCommand: ServerSubcommand {
    static let name = "backup"
    static let summary = "Copy all races into one file; the server may be running"
    static let synopsis = "--to FILE [--data DIR] [--overwrite yes]"
    static var details: [String] {
        [
            "In the copy is what was acknowledged before it began. It has its name only when all of",
            "it is on disk. 'livetiming verify --file FILE' checks it, 'livetiming restore' puts it",
            "back. The tokens' files are not in it.", "",
        ] + BackupOptions.table.flatMap { $0.helpLines(defaults: BackupOptions()) } + [""]
            + Settings.helpLines
    }
    static var flags: [(flag: String, expected: String)] {
        BackupOptions.table.map { ($0.flag, $0.expected) } + Settings.flags
    }

    static func run(_ flags: Flags, _ invocation: Invocation) throws {
        let (options, rest) = try flags.separate(BackupOptions(), BackupOptions.table)
        let settings = try effective(rest, invocation).settings
        guard !options.to.isEmpty else {
            throw SettingErrors(errors: [.missingValue(flag: "--to", expected: "a file")])
        }
        // A file that may not grow is an error of a call, not the end of the process.
        signal(SIGXFSZ, SIG_IGN)
        let content = try Backup(options.to).take(
            of: settings.dataDirectory, replacing: options.overwrite == .yes)
        invocation.output(
            "\(options.to) has \(content.tracks) tracks with \(content.events) events.\n")
    }
}
