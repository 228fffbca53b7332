internal import Glibc

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
        try write("\(token.text)\n", to: draft)
        guard unsafe link(draft, path) == 0 else {
            throw .system("link", path: path, code: errno)
        }
        _ = unsafe unlink(draft)
        try synchronizeDirectory()
    }

    /// As short as a token may be that somebody chose.
    static let minimumLength = 16

    private func write(_ text: String, to path: String) throws(AccessError) {
        // The path outlives the call.
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .system("open", path: path, code: errno) }
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        // The buffer is as long as the call is told.
        guard unsafe Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
            throw .system("write", path: path, code: errno)
        }
        guard fsync(descriptor) == 0 else { throw .system("fsync", path: path, code: errno) }
    }

    /// A new name in a directory is on disk once the directory is.
    private func synchronizeDirectory() throws(AccessError) {
        let directory = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        // The path outlives the call.
        let descriptor = unsafe open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system("open", path: directory, code: errno) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw .system("fsync", path: directory, code: errno) }
    }
}
