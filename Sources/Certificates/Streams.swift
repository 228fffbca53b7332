import COpenSSL
import Glibc

/// Bytes that OpenSSL reads from or writes to.
@safe
struct Memory: ~Copyable {
    let stream: OpaquePointer

    /// Empty, to be written to.
    init() {
        guard let stream = unsafe BIO_new(BIO_s_mem()) else { fatalError("no memory is left") }
        unsafe self.stream = unsafe stream
    }

    deinit {
        unsafe BIO_free_all(stream)
    }

    /// What was written, taken out.
    func take() -> [UInt8] {
        var bytes = unsafe [UInt8](repeating: 0, count: BIO_ctrl_pending(stream))
        // The array is as long as the call is told.
        let count = unsafe BIO_read(stream, &bytes, CInt(bytes.count))
        return Array(bytes.prefix(Int(max(0, count))))
    }
}

/// A file that OpenSSL reads.
@safe
struct InputFile: ~Copyable {
    let stream: OpaquePointer

    init(_ path: String) throws(CertificateError) {
        let stream = unsafe BIO_new_file(path, "r")  // the path outlives the call
        let code = errno
        guard let stream = unsafe stream else {
            _ = OpenSSLErrors.take()
            // The text is copied before any other call could change it.
            throw .unreadable(path: path, reason: unsafe String(cString: strerror(code)))
        }
        unsafe self.stream = unsafe stream
    }

    deinit {
        unsafe BIO_free_all(stream)
    }
}

/// Answers OpenSSL's question for a passphrase, which it would else put to the terminal.
func noPassphrase(
    _ buffer: UnsafeMutablePointer<CChar>?, _ size: CInt, _ isWriting: CInt,
    _ user: UnsafeMutableRawPointer?
) -> CInt {
    -1
}
