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

extension StandardStream {
    /// Standard input to its end.
    static func readInput() throws(CommandFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            // The buffer is as long as the call is told.
            let count = unsafe read(STDIN_FILENO, &buffer, buffer.count)
            if count == 0 { return bytes }
            guard count > 0 else {
                if errno == EINTR { continue }
                throw CommandFailure(description: "standard input cannot be read")
            }
            bytes += buffer[..<count]
        }
    }
}
