/// The shape of the file: who wrote it, and the steps that lead from an empty file to this version.
enum Schema {
    /// "LvTm", in `PRAGMA application_id`: tells our files from anyone else's.
    static let applicationID: Int64 = 0x4c76_546d

    /// Step n leads from version n to version n + 1, in one transaction. A step that was ever
    /// released is never changed; the next change is a new one at the end.
    static let migrations: [String] = [version1]

    /// Opens a journal for reading: a file that is ours and of a version that we know.
    static func open(_ path: String) throws(JournalError) -> Database {
        let database: Database
        do {
            database = try Database(path: path, mode: .readOnly)
        } catch .sqlite(let failure) where failure.isCannotOpen && !DataDirectory.has(path) {
            throw .missing(path: path)
        }
        try check(database, path: path)
        return database
    }

    /// Brings the file to the last version, or refuses it untouched.
    static func prepare(
        _ database: Database, path: String, migrations: [String] = migrations
    ) throws(JournalError) {
        try check(database, path: path, migrations: migrations)
        var version = Int(try database.integer("PRAGMA user_version") ?? 0)
        while version < migrations.count {
            try database.transaction("BEGIN IMMEDIATE") { () throws(JournalError) in
                try database.execute(migrations[version])
                // A pragma takes no parameters; both values are numbers of our own.
                try database.execute("PRAGMA application_id = \(applicationID)")
                try database.execute("PRAGMA user_version = \(version + 1)")
            }
            version += 1
        }
    }

    /// Whether the file is ours, or empty, and of a version that we know.
    static func check(
        _ database: Database, path: String, migrations: [String] = migrations
    ) throws(JournalError) {
        let application: Int64
        do {
            application = try database.integer("PRAGMA application_id") ?? 0
        } catch .sqlite(let failure) where failure.isNotADatabase {
            throw .foreignFile(path: path)
        }
        let version = Int(try database.integer("PRAGMA user_version") ?? 0)
        if application != applicationID {
            let things = try database.integer("SELECT count(*) FROM sqlite_schema") ?? 0
            guard application == 0, version == 0, things == 0 else {
                throw .foreignFile(path: path)
            }
        }
        guard version <= migrations.count else {
            throw .newerVersion(path: path, found: version, known: migrations.count)
        }
    }
}
