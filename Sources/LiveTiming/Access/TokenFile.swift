internal import Glibc
import SplitCore

/// A token in a file of the data directory, which only its owner may read.
struct TokenFile: Sendable {
    let path: String

    init(role: Role, directory: String) {
        path = "\(directory)/\(role.rawValue)-token"
    }

    /// The token; nil where there is no file.
    func read() throws(AccessError) -> AccessToken? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)  // the path outlives the call
        guard descriptor >= 0 else {
            guard errno == ENOENT else { throw .system("open", path: path, code: errno) }
            return nil
        }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 512)
        // The buffer is as long as the call is told.
        let count = unsafe Glibc.read(descriptor, &bytes, bytes.count)
        guard count >= 0 else { throw .system("read", path: path, code: errno) }
        let lines = bytes.prefix(count).split(separator: UInt8(ascii: "\n"))
        let allowed: (UInt8) -> Bool = { byte in
            Unicode.Scalar(byte).properties.isAlphabetic && byte < 128
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
        }
        guard count < bytes.count, lines.count == 1, lines[0].count >= Self.minimumLength,
            lines[0].allSatisfy(allowed)
        else { throw .unusableToken(path: path) }
        return AccessToken(text: String(decoding: lines[0], as: UTF8.self))
    }

    /// Makes the file with this token in it. It is there whole or not at all, also after a power cut,
    /// and one that is there already is never overwritten.
    func create(_ token: AccessToken) throws(AccessError) {
        let draft = path + ".new"
        // Left over from a start that was cut short; there is one server a directory. Here and below
        // the paths outlive the calls.
        _ = unsafe unlink(draft)
        try WholeFile.writeNew(Array("\(token.text)\n".utf8), to: draft, mode: 0o600)
        guard unsafe link(draft, path) == 0 else {
            throw .system("link", path: path, code: errno)
        }
        _ = unsafe unlink(draft)
        try WholeFile.synchronizeDirectory(of: path)
    }

    /// As short as a token may be that somebody chose.
    static let minimumLength = 16
}
