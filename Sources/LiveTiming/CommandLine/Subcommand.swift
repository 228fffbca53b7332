/// One word after `livetiming`, with its arguments.
protocol Subcommand: SendableMetatype {
    static var name: String { get }
    /// One line for the list of commands.
    static var summary: String { get }
    /// What stands after the name in the first line of the help.
    static var synopsis: String { get }
    /// The lines of the help about its arguments.
    static var details: [String] { get }
    /// Every flag that it knows, with what its value should be.
    static var flags: [(flag: String, expected: String)] { get }

    static func run(_ flags: Flags, _ invocation: Invocation) throws
}

/// A command that takes the settings of the server.
protocol ServerSubcommand: Subcommand {}

extension ServerSubcommand {
    static var details: [String] { Settings.helpLines }
    static var flags: [(flag: String, expected: String)] { Settings.flags }

    /// The settings that are in force, and where each comes from.
    static func effective(
        _ flags: Flags, _ invocation: Invocation
    ) throws(SettingErrors) -> EffectiveSettings {
        try EffectiveSettings(flags: flags, environment: invocation.environment)
    }
}

/// What a command is given by the process, so that tests can give it something else.
struct Invocation {
    let environment: [String: String]
    /// Standard output, as it is: without a newline of its own.
    let output: (String) -> Void
}

/// A command that could not do its work, in a sentence for the person who called it.
struct CommandFailure: Error, Equatable, CustomStringConvertible {
    let description: String
}

/// What a command was asked to check is not as it should be. What is wrong is on standard output; this
/// is the sentence about all of it.
struct CheckFailure: Error, Equatable, CustomStringConvertible {
    let description: String
}

extension Invocation {
    /// Findings that are listed one by one; of more only the number is said.
    private static let listed = 100

    /// Puts out findings, one a line.
    func list(_ findings: [String]) {
        for finding in findings.prefix(Self.listed) { output("\(finding)\n") }
        if findings.count > Self.listed { output("… and \(findings.count - Self.listed) more\n") }
    }
}

extension Subcommand {
    static var help: String {
        (["Usage: livetiming \(name)\(synopsis.isEmpty ? "" : " \(synopsis)")", "", "\(summary)."]
            + (details.isEmpty ? [] : [""] + details))
            .map { "\($0)\n" }.joined()
    }
}
