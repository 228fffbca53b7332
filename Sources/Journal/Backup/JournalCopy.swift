import Glibc

/// A file that a journal is copied into under a passing name. It goes away with this object unless it
/// was published, so that nothing half is ever found under a name that promises all.
final class JournalCopy {
    private let path: String
    private var isPublished = false

    /// Copies the journal in the file `source`.
    init(of source: String, at path: String) throws(JournalError) {
        let database = try Schema.open(source)
        guard try database.integer("PRAGMA user_version") ?? 0 > 0 else {
            throw .missing(path: source)
        }
        // Others can't read it: it holds hashes of tokens. SQLite fills a file that is empty.
        let file = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o640)
        guard file >= 0 else { throw .fileUnusable(path: path, call: "open", code: errno) }
        close(file)
        self.path = path
        // One read transaction, which holds up no writer. See docs/decisions/0009.
        try database.statement("VACUUM INTO ?").run { $0.bind(path) }
    }

    deinit {
        if !isPublished {
            Self.remove(path)
            Self.remove(path + "-journal")
        }
    }

    func content() throws(JournalError) -> Backup.Content {
        let database = try Schema.open(path)
        return Backup.Content(
            tracks: try database.integer("SELECT count(*) FROM logs WHERE track <> ''") ?? 0,
            events: try database.integer("SELECT sum(last_seq) FROM logs") ?? 0)
    }

    /// Gives every log a new epoch.
    func renew(_ epoch: () -> String) throws(JournalError) {
        let database = try Database(path: path, mode: .readWriteCreate)
        let tracks = try database.statement("SELECT track FROM logs").all { $0.text() }
        let update = try database.statement("UPDATE logs SET epoch = ? WHERE track = ?")
        try database.transaction("BEGIN IMMEDIATE") { () throws(JournalError) in
            for track in tracks {
                try update.run {
                    $0.bind(epoch())
                    $0.bind(track)
                }
            }
        }
    }

    /// Gives the copy its name, once it is on disk.
    func publish(as name: String) throws(JournalError) {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw .fileUnusable(path: path, call: "open", code: errno) }
        defer { close(file) }
        guard fsync(file) == 0 else { throw .fileUnusable(path: path, call: "fsync", code: errno) }
        // C strings that live for the call.
        guard unsafe rename(path, name) == 0 else {
            throw .fileUnusable(path: name, call: "rename", code: errno)
        }
        isPublished = true
        try DataDirectory.synchronize(Self.directory(of: name))
    }

    static func refuse(
        existing paths: [String], _ error: (String) -> JournalError
    ) throws(JournalError) {
        // A C string that lives for the call.
        for path in paths where unsafe access(path, F_OK) == 0 { throw error(path) }
    }

    static func remove(_ path: String) {
        // A C string that lives for the call. Mostly there is none.
        unsafe _ = unlink(path)
    }

    private static func directory(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
