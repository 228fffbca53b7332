import SplitCore

/// A token that a command is given: as it is, or in a file, where it does not show in the list of processes.
enum GivenToken {
    /// - Parameter role: whose token it has to be, for the sentence where there is none.
    static func read(
        _ token: String, orFrom file: String, role: Role
    ) throws(CommandFailure) -> String {
        if !token.isEmpty { return token }
        guard !file.isEmpty else {
            throw CommandFailure(
                description:
                    "a \(role.rawValue) token is needed: --token TOKEN or --token-file FILE; "
                    + "the server keeps it in the file \(role.rawValue)-token of its data directory"
            )
        }
        let bytes = try InputFile.contents(of: file, for: "token")
        return String(String(decoding: bytes, as: UTF8.self).prefix { !$0.isWhitespace })
    }
}
