internal import Glibc

/// Standard output and standard error, unbuffered.
enum StandardStream: Int32 {
    case output = 1
    case error = 2

    /// Writes all of the text; false where the other end doesn't take it.
    @discardableResult
    func write(_ text: String) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            // The bytes are borrowed for the call only.
            let written = unsafe rest.withUnsafeBytes {
                unsafe Glibc.write(rawValue, $0.baseAddress, $0.count)
            }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { return false }
            rest = rest.dropFirst(written)
        }
        return true
    }
}
