import Glibc

/// What became of bytes given to a socket.
enum WriteResult: Equatable {
    /// The socket took this many, at least one.
    case wrote(Int)
    /// It took none now.
    case wouldBlock
    /// It takes none any more.
    case failed
}

/// Puts bytes on a plain TCP connection without waiting. The seam between the loop and how the system
/// is asked: one call a write now, batches of them where the system offers that.
protocol FrameWriter {
    /// - Parameter hasMore: further bytes follow at once, so the system may hold these back for them.
    func write(_ bytes: UnsafeRawBufferPointer, to descriptor: CInt, hasMore: Bool) -> WriteResult
}

/// One `send` per write.
struct SocketWriter: FrameWriter {
    func write(_ bytes: UnsafeRawBufferPointer, to descriptor: CInt, hasMore: Bool) -> WriteResult {
        let flags =
            CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL)
            | (hasMore ? CInt(MSG_MORE) : 0)
        while true {
            // The caller's bytes live for the length of the call, which only reads them.
            let count = unsafe Glibc.send(descriptor, bytes.baseAddress, bytes.count, flags)
            if count > 0 { return .wrote(count) }
            if count == 0 { return .wouldBlock }
            switch errno {
            case EINTR: continue
            case EAGAIN, ENOBUFS, ENOMEM: return .wouldBlock
            default: return .failed
            }
        }
    }
}
