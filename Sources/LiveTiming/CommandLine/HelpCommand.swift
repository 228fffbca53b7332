/// `livetiming help [COMMAND]`.
enum HelpCommand: Subcommand {
    static let name = "help"
    static let summary = "Print this help, or that of a command"
    static let synopsis = "[COMMAND]"
    static let details: [String] = []
    static let flags: [(flag: String, expected: String)] = []

    static func run(_ flags: Flags, _ invocation: Invocation) throws {
        guard let name = flags.operands.first else {
            try flags.check()
            invocation.output(Program.help)
            return
        }
        try flags.check(operands: ["COMMAND"])
        guard let command = Program.commands.first(where: { $0.name == name })
        else {
            throw SettingErrors(errors: [.unexpectedOperand(name)])
        }
        invocation.output(command.help)
    }
}
