internal import Glibc

/// A file that is written whole or not at all, also through a power cut.
enum WholeFile {
    /// - Parameter mode: who may do what with it, such as 0o600.
    static func write(_ bytes: [UInt8], to path: String, mode: mode_t) throws(AccessError) {
        let draft = path + ".new"
        // Left over from a call that was cut short. Here and below the paths outlive the calls.
        _ = unsafe unlink(draft)
        try writeNew(bytes, to: draft, mode: mode)
        guard unsafe rename(draft, path) == 0 else {
            throw .system("rename", path: path, code: errno)
        }
        try synchronizeDirectory(of: path)
    }

    static func exists(_ path: String) -> Bool {
        unsafe access(path, F_OK) == 0  // the path outlives the call
    }

    /// Makes a file that is not there yet, with all of these bytes on disk.
    static func writeNew(_ bytes: [UInt8], to path: String, mode: mode_t) throws(AccessError) {
        // The path outlives the call.
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw .system("open", path: path, code: errno) }
        defer { close(descriptor) }
        // The buffer is as long as the call is told.
        guard unsafe Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
            throw .system("write", path: path, code: errno)
        }
        guard fsync(descriptor) == 0 else { throw .system("fsync", path: path, code: errno) }
    }

    /// A new name in a directory is on disk once the directory is.
    static func synchronizeDirectory(of path: String) throws(AccessError) {
        let end = path.lastIndex(of: "/")
        let directory = end.map { String(path[..<$0]) } ?? "."
        // The path outlives the call.
        let descriptor = unsafe open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system("open", path: directory, code: errno) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw .system("fsync", path: directory, code: errno) }
    }
}
