import Glibc

/// One `send` for each write, behind the back of libwebsockets.
final class SocketWriter: ManyFrameWriter {
    func write(_ frame: SharedFrame, from offset: Int, to connection: Connection) -> WriteResult {
        // `wire` never changes, and the caller holds the frame.
        unsafe frame.wire.withUnsafeBytes { wire in
            unsafe Self.send(
                UnsafeRawBufferPointer(rebasing: wire[offset...]), to: connection.descriptor)
        }
    }

    func write(_ frame: SharedFrame, to descriptors: [CInt], results: inout [WriteResult]) {
        // `wire` never changes, and the caller holds the frame.
        unsafe frame.wire.withUnsafeBytes { wire in
            for index in descriptors.indices {
                results.append(unsafe Self.send(wire, to: descriptors[index]))
            }
        }
    }

    /// Sends bytes without waiting. They live for the length of the call.
    /// - Parameter hasMore: further bytes follow at once, so the system may hold these back for them.
    static func send(
        _ bytes: UnsafeRawBufferPointer, to descriptor: CInt, hasMore: Bool = false
    ) -> WriteResult {
        let flags = CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL) | (hasMore ? CInt(MSG_MORE) : 0)
        while true {
            let count = unsafe Glibc.send(descriptor, bytes.baseAddress, bytes.count, flags)
            if count >= 0 { return WriteResult(sent: count) }
            if errno != EINTR { return WriteResult(sent: -Int(errno)) }
        }
    }
}

extension WriteResult {
    /// What a send answered: a count, or the number of an error below zero.
    init(sent count: Int) {
        switch count {
        case 1...: self = .wrote(count)
        case 0, -Int(EAGAIN), -Int(EINTR), -Int(ENOBUFS), -Int(ENOMEM): self = .wouldBlock
        default: self = .failed
        }
    }
}
