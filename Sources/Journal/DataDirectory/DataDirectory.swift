import Glibc

/// Where a server keeps its data: the journal's file, its write-ahead log and the lock.
struct DataDirectory {
    let path: String

    var journalPath: String { "\(path)/livetiming.sqlite" }

    var lockPath: String { "\(path)/livetiming.lock" }

    init(_ path: String) {
        self.path = path.isEmpty ? "." : path
    }

    /// Makes the directory, and those above it, where they are missing.
    func create() throws(JournalError) {
        var made = path.hasPrefix("/") ? "" : "."
        for part in path.split(separator: "/") {
            let parent = made.isEmpty ? "/" : made
            made += "/\(part)"
            // A C string that lives for the call.
            if unsafe mkdir(made, 0o750) == 0 {
                try Self.synchronize(parent)
            } else if errno != EEXIST {
                // A directory above may be one we can't write and need not: the last word is
                // with the lock file. A missing one or a file in the way is told here.
                let code = errno
                guard unsafe access(made, F_OK) == 0 else { throw unusable("mkdir", code) }
            }
        }
    }

    /// Makes an empty journal file that others can't read (it holds hashes of tokens), unless there
    /// is a file. SQLite gives its write-ahead log the same permissions.
    func createJournalFile() throws(JournalError) {
        // Exclusive: closing a second descriptor of a file that SQLite has open drops its locks.
        let file = unsafe open(journalPath, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o640)
        if file >= 0 {
            close(file)
            try Self.synchronize(path)
        } else if errno != EEXIST {
            throw unusable("open", errno)
        }
    }

    /// Whether there is a file at `path`, or something that keeps us from looking.
    static func has(_ path: String) -> Bool {
        // A C string that lives for the call.
        unsafe access(path, F_OK) == 0 || errno != ENOENT
    }

    /// Makes a new name in `directory` survive a power cut.
    static func synchronize(_ directory: String) throws(JournalError) {
        let descriptor = unsafe open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw .directoryUnusable(path: directory, call: "open", code: errno)
        }
        defer { close(descriptor) }
        // Some file systems can't sync a directory and say EINVAL.
        guard fsync(descriptor) == 0 || errno == EINVAL else {
            throw .directoryUnusable(path: directory, call: "fsync", code: errno)
        }
    }

    private func unusable(_ call: String, _ code: Int32) -> JournalError {
        .directoryUnusable(path: path, call: call, code: code)
    }
}
