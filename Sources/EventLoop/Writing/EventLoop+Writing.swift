import Glibc

/// Writing to a connection behind the back of libwebsockets.
extension EventLoop {
    /// Gives the connection as many of the bytes as it takes. Over TLS only where libwebsockets itself
    /// writes nothing meanwhile, and after `wouldBlock` the same bytes next.
    func put(
        _ bytes: UnsafeRawBufferPointer, on socket: LibrarySocket, hasMore: Bool
    ) -> WriteResult {
        // The caller's bytes live for the length of the call.
        if let channel = socket.secureChannel { return unsafe channel.write(bytes) }
        return unsafe writer.write(bytes, to: socket.descriptor, hasMore: hasMore)
    }

    /// Tells the peer that nothing more comes; it may go on sending.
    func finishWriting(to socket: LibrarySocket) {
        socket.secureChannel?.finishWriting()
        shutdown(socket.descriptor, CInt(SHUT_WR))
    }
}
