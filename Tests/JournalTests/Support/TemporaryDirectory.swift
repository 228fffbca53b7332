import Foundation

/// A directory that goes away, with all in it, when the test is over.
final class TemporaryDirectory: Sendable {
    let path: String

    init() {
        let name = "livetiming-journal-\(UUID().uuidString)"
        path = FileManager.default.temporaryDirectory.appending(path: name).path()
        try? FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Copies what lies on disk now, as a power cut would leave it.
    func image() throws -> TemporaryDirectory {
        let copy = TemporaryDirectory()
        for name in try FileManager.default.contentsOfDirectory(atPath: path) {
            // Shared memory does not outlive the machine.
            if name.hasSuffix("-shm") || name.hasSuffix(".lock") { continue }
            try FileManager.default.copyItem(
                atPath: "\(path)/\(name)", toPath: "\(copy.path)/\(name)")
        }
        return copy
    }
}
