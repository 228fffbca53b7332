/// How frames are put on plain TCP connections. Those over TLS always take `library`.
public enum FrameWriting: String, CaseIterable, Sendable {
    /// `ring` where the system allows it, else `socket`.
    case automatic = "auto"
    /// Many sends in one call of the system, by io_uring; containers often forbid it.
    case ring = "io_uring"
    /// One call of the system for each frame and connection.
    case socket = "send"
    /// Through libwebsockets, for each frame and connection.
    case library = "libwebsockets"
}

extension FrameWriting {
    /// Answers the writer and what it is; never `automatic`.
    func make() throws(LoopError) -> (writer: any FrameWriter, writing: FrameWriting) {
        switch self {
        case .automatic:
            if let ring = try? RingWriter() { return (ring, .ring) }
            return (SocketWriter(), .socket)
        case .ring: return (try RingWriter(), .ring)
        case .socket: return (SocketWriter(), .socket)
        case .library: return (LibraryWriter(), .library)
        }
    }
}
