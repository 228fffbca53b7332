import TimingWire

/// The command line of `livetiming`: finds the command, runs it and words what went wrong.
enum Program {
    static let version = "0.1.0"

    static let commands: [any Subcommand.Type] = [
        ServeCommand.self, CheckConfigCommand.self, ReplayCommand.self, LoadCommand.self,
        VerifyCommand.self, RebuildCommand.self, BackupCommand.self, RestoreCommand.self,
        CertificateCommand.self,
        GenerateCommand.self, VersionCommand.self, HelpCommand.self,
    ]

    /// - Parameters:
    ///   - arguments: without the name of the program.
    ///   - errors: standard error, one line a call.
    static func run(
        _ arguments: [String], _ invocation: Invocation, errors: (String) -> Void
    ) -> ExitCode {
        guard let first = arguments.first else {
            errors(help.trimmingNewline)
            return .usage
        }
        switch first {
        case "--help", "-h":
            invocation.output(help)
            return .success
        case "--version":
            return run(VersionCommand.self, [], invocation, errors)
        default:
            guard let command = commands.first(where: { $0.name == first }) else {
                let nearest = nearestName(to: first, in: commands.map { $0.name })
                errors(
                    "livetiming: unknown command \(quoted(first))"
                        + (nearest.map { "; did you mean \($0)?" } ?? "")
                        + " ('livetiming help' lists the commands)")
                return .usage
            }
            return run(command, Array(arguments.dropFirst()), invocation, errors)
        }
    }

    private static func run(
        _ command: any Subcommand.Type, _ arguments: [String], _ invocation: Invocation,
        _ errors: (String) -> Void
    ) -> ExitCode {
        do {
            let flags = Flags(arguments, known: command.flags)
            if flags.wantsHelp {
                invocation.output(command.help)
            } else {
                try command.run(flags, invocation)
            }
            return .success
        } catch let error as SettingErrors {
            for error in error.errors {
                errors("livetiming \(command.name): \(error)")
            }
            return .usage
        } catch let failure as CheckFailure {
            errors("livetiming \(command.name): \(failure)")
            return .faulty
        } catch {
            errors("livetiming \(command.name): \(error)")
            return .failure
        }
    }

    static var help: String {
        let width = commands.map { $0.name.count }.max() ?? 0
        let list = commands.map { "  \($0.name.padded(to: width))  \($0.summary)\n" }.joined()
        return """
            Usage: livetiming COMMAND [ARGUMENT…]

            Times races: takes splits over WebSocket and shows them live.

            \(list)
            'livetiming COMMAND --help' tells more about a command.

            Exit status: 0 all went well; 1 it failed; 2 the command line, the environment or the
            configuration file is wrong; 3 what was checked is not as it should be.

            """
    }
}

extension String {
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }

    fileprivate var trimmingNewline: String {
        hasSuffix("\n") ? String(dropLast()) : self
    }
}
