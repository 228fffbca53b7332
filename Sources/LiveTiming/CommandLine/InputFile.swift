internal import FoundationEssentials

/// A file that a command is told to read.
enum InputFile {
    /// Its bytes; `-` is standard input, which may be a pipe.
    /// - Parameter what: what should be in it, for the sentence where it cannot be read.
    static func contents(of path: String, for what: String) throws(CommandFailure) -> [UInt8] {
        do {
            if path == "-" { return try StandardStream.readInput() }
            return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        } catch {
            throw CommandFailure(description: "\(path): the \(what) cannot be read")
        }
    }
}
