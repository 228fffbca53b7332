internal import Journal

/// `livetiming rebuild`: the tables of the history anew from the log.
enum RebuildCommand: ServerSubcommand {
    static let name = "rebuild"
    static let summary =
        "Compute the tables of the history anew from the log, and say what differed"
    static let synopsis = "[--data DIR]"
    static var details: [String] {
        ["The server must not be running. The log is only read.", ""] + Settings.helpLines
    }

    static func run(_ flags: Flags, _ invocation: Invocation) throws {
        let settings = try effective(flags, invocation).settings
        let journal = try Journal(directory: settings.dataDirectory)
        let rebuild = try Rebuild(
            History(directory: journal.directory), mergeWindow: settings.mergeWindow.span)
        try rebuild.write(to: journal)
        journal.close()
        invocation.list(rebuild.differences)
        let count = rebuild.differences.count
        invocation.output(
            count == 0
                ? "The tables followed from the log.\n"
                : "\(count) rows differed; they are mended.\n")
    }
}
