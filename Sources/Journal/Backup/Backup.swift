/// A copy of a journal as one file: all of the logs and of the history as they were at one moment.
public struct Backup {
    public let path: String

    /// What is in a copy.
    public struct Content: Equatable, Sendable {
        public var tracks: Int64
        public var events: Int64
    }

    public init(_ path: String) {
        self.path = path
    }

    /// Copies the journal in `directory`, which a server may be writing meanwhile: what it has
    /// committed when the copy begins is in it. It has its name only when all of it is on disk.
    ///
    /// - Parameter replacing: whether an older backup may be at `path`.
    public func take(of directory: String, replacing: Bool) throws(JournalError) -> Content {
        // A log that someone left beside the old file would be taken for the new one's.
        let sides = ["-wal", "-journal"].map { path + $0 }
        try JournalCopy.refuse(
            existing: replacing ? sides : [path] + sides
        ) { .fileExists(path: $0) }
        let copy = try JournalCopy(
            of: DataDirectory(directory).journalPath,
            at: "\(path).\(UInt32.random(in: 0 ... .max)).part")
        let content = try copy.content()
        if !replacing { try JournalCopy.refuse(existing: [path]) { .fileExists(path: $0) } }
        try copy.publish(as: path)
        return content
    }

    /// Makes the copy the journal of `directory`, which must have none, and is made if missing.
    ///
    /// Every log goes on under a new epoch: what came after the backup is gone, and its numbers will
    /// be given again, so nobody who has seen those may take the new ones for known.
    ///
    /// - Parameter epoch: answers a new one at each call.
    public func restore(
        to directory: String, epoch: () -> String
    ) throws(JournalError) -> Content {
        let place = DataDirectory(directory)
        try place.create()
        let lock = try DirectoryLock(place)
        defer { withExtendedLifetime(lock) {} }
        let files = ["", "-wal", "-journal"].map { place.journalPath + $0 }
        try JournalCopy.refuse(existing: files) { .journalExists(path: $0) }
        let part = place.journalPath + ".part"
        // Left by one that was interrupted; the lock is ours.
        JournalCopy.remove(part)
        let copy = try JournalCopy(of: path, at: part)
        try copy.renew(epoch)
        let content = try copy.content()
        try copy.publish(as: place.journalPath)
        return content
    }
}
