/// Writes through libwebsockets, a fragment at a time. It takes each fragment whole and keeps what the
/// socket does not take, which `Connection.hasPending` says from then on.
final class LibraryWriter: FrameWriter {
    func write(_ frame: SharedFrame, from offset: Int, to connection: Connection) -> WriteResult {
        guard let socket = connection.socket else { return .failed }
        let fragment = offset..<frame.layout.pause(atOrAfter: offset + 1)
        // `wire` never changes and the caller holds the frame; libwebsockets copies what it keeps.
        let isTaken = unsafe frame.wire.withUnsafeBytes { wire in
            unsafe socket.writeRaw(UnsafeRawBufferPointer(rebasing: wire[fragment]))
        }
        return isTaken ? .wrote(fragment.count) : .failed
    }
}
