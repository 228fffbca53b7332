import CSQLite
import Glibc

extension JournalError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .directoryUnusable(let path, let call, let code):
            """
            The data directory \(path) can't be used: \(call): \(systemMessage(code)). \
            Name a directory that this user may create and write.
            """
        case .directoryInUse(let path, let pid):
            """
            The data directory \(path) is in use by another server\
            \(pid.map { ", process \($0)" } ?? ""). \
            Stop that one first, or name another directory.
            """
        case .foreignFile(let path):
            """
            \(path) is not a LiveTiming journal, and is left as it is. \
            Move it away, or name another directory.
            """
        case .newerVersion(let path, let found, let known):
            """
            \(path) has schema version \(found), and this LiveTiming knows versions up to \(known). \
            Run the version that wrote it, or a later one.
            """
        case .missing(let path):
            """
            There is no journal at \(path). Name the directory that a server keeps its data in, or \
            the file of a backup.
            """
        case .fileUnusable(let path, let call, let code):
            "\(path) can't be written: \(call): \(systemMessage(code))."
        case .fileExists(let path):
            "\(path) is there already, and is left as it is. Name another file, or move it away."
        case .journalExists(let path):
            """
            \(path) is there already, and is left as it is. \
            A backup is restored into a directory without a journal: name another one, or move it away.
            """
        case .sqlite(let failure):
            "\(failure.call) failed with code \(failure.code): \(failure.message)."
        case .sequenceBroken(let track, let expected, let found):
            """
            The log of track "\(track)" goes on with seq \(expected), not \(found). \
            Nothing of the batch was written.
            """
        case .closed:
            "The journal is closed."
        }
    }

    /// Whether the same batch may succeed later: the disk was full, a call of the system failed or
    /// another program held the file. A broken constraint stays broken however often it is tried.
    var mayPass: Bool {
        guard case .sqlite(let failure) = self else { return false }
        return switch failure.primaryCode {
        case SQLITE_FULL, SQLITE_IOERR, SQLITE_BUSY, SQLITE_LOCKED, SQLITE_CANTOPEN, SQLITE_NOMEM,
            SQLITE_READONLY, SQLITE_PROTOCOL, SQLITE_PERM:
            true
        default: false
        }
    }

    /// Whether another connection, here or in another program, is in the way.
    var isBusy: Bool {
        guard case .sqlite(let failure) = self else { return false }
        return failure.primaryCode == SQLITE_BUSY
    }
}

private func systemMessage(_ code: Int32) -> String {
    // `strerror` answers a string that is never freed, and never nil.
    unsafe String(cString: strerror(code))
}

extension SQLiteFailure {
    /// The file is something else, or its head is damaged.
    var isNotADatabase: Bool { primaryCode == SQLITE_NOTADB }

    /// The file is ours, and parts of it cannot be read.
    public var isDamage: Bool { primaryCode == SQLITE_CORRUPT }

    /// There is no file, or none that this user may open.
    var isCannotOpen: Bool { primaryCode == SQLITE_CANTOPEN }
}
