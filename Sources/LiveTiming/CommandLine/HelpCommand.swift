/// `livetiming help [COMMAND]`.
enum HelpCommand: Subcommand {
    static let name = "help"
    static let summary = "Print this help, or that of a command"
    static let synopsis = "[COMMAND]"
    static let details: [String] = []
    static let flags: [(flag: String, expected: String)] = []

    static func run(_ flags: Flags, _ invocation: Invocation) throws {
        guard let name = flags.operands.first else {
            invocation.output(Program.help)
            return
        }
        guard flags.operands.count == 1,
            let command = Program.commands.first(where: { $0.name == name })
        else {
            throw SettingErrors(errors: [.unexpectedOperand(flags.operands.last ?? name)])
        }
        invocation.output(command.help)
    }
}
