import Glibc

/// The right to write in a data directory, held as long as this object lives.
///
/// An `flock` on a file of its own, so that the `sqlite3` shell, backups and our readers may open
/// the journal meanwhile. The system gives it back when the process ends, however it ends; so the
/// file stays where it is, and the process id in it means something only while the lock is held.
final class DirectoryLock: Sendable {
    private let descriptor: Int32

    init(_ directory: DataDirectory) throws(JournalError) {
        // A C string that lives for the call.
        let file = unsafe open(directory.lockPath, O_RDWR | O_CREAT | O_CLOEXEC, 0o640)
        guard file >= 0 else {
            throw .directoryUnusable(path: directory.path, call: "open", code: errno)
        }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            let pid = processID(writtenIn: file)
            close(file)
            guard code == EWOULDBLOCK else {
                throw .directoryUnusable(path: directory.path, call: "flock", code: code)
            }
            throw .directoryInUse(path: directory.path, pid: pid)
        }
        let text = Array("\(getpid())\n".utf8)
        // The process id only helps a person; a disk too full to note it is no reason not to start.
        if ftruncate(file, 0) == 0 {
            // The bytes live for the call.
            _ = unsafe text.withUnsafeBytes { bytes in
                unsafe pwrite(file, bytes.baseAddress, bytes.count, 0)
            }
        }
        descriptor = file
    }

    deinit {
        close(descriptor)
    }
}

private func processID(writtenIn file: Int32) -> Int32? {
    var bytes = [UInt8](repeating: 0, count: 16)
    // The buffer lives for the call.
    let count = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe pread(file, buffer.baseAddress, buffer.count, 0)
    }
    guard count > 0 else { return nil }
    let text = String(decoding: bytes[..<count], as: UTF8.self)
    return text.split(separator: "\n").first.flatMap { Int32($0) }
}
