internal import Glibc

/// What one program at a time may do in a directory; others wait for their turn.
struct ExclusiveTurn: ~Copyable {
    private let descriptor: CInt

    init(in directory: String) throws(AccessError) {
        // The path outlives the call.
        descriptor = unsafe open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system("open", path: directory, code: errno) }
        guard flock(descriptor, LOCK_EX) == 0 else {
            let code = errno
            close(descriptor)
            throw .system("flock", path: directory, code: code)
        }
    }

    func end() {
        close(descriptor)
    }
}
