import COpenSSL

/// The TLS of one connection, written to behind the back of libwebsockets: for a response, while
/// nothing else is written. WebSockets do not come by here, as libwebsockets writes to them by itself.
///
/// Valid as long as its `LibrarySocket`.
@safe
struct SecureChannel {
    private let session: OpaquePointer
    /// What a call takes at most, one record of TLS.
    private static let record = 16 * 1024

    init(_ session: OpaquePointer) {
        unsafe self.session = unsafe session
    }

    /// After `wouldBlock` the same bytes have to be given again: they are encrypted already.
    func write(_ bytes: UnsafeRawBufferPointer) -> WriteResult {
        ERR_clear_error()
        // The caller's bytes live for the length of the call, which only reads them.
        let count = unsafe SSL_write(
            session, bytes.baseAddress, CInt(min(bytes.count, Self.record)))
        if count > 0 { return .wrote(Int(count)) }
        let isFull = unsafe SSL_get_error(session, count) == SSL_ERROR_WANT_WRITE
        ERR_clear_error()
        return isFull ? .wouldBlock : .failed
    }

    /// Tells the peer that nothing more will be written.
    func finishWriting() {
        unsafe _ = SSL_shutdown(session)
        ERR_clear_error()
    }
}
