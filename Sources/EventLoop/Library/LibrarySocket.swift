import CWebsockets
import Glibc

/// One connection as libwebsockets knows it.
///
/// Valid from the first callback that names it until `LWS_CALLBACK_WSI_DESTROY`; whoever stores one
/// lets go of it there. Loop thread only.
@safe
struct LibrarySocket {
    private let wsi: OpaquePointer

    init(_ wsi: OpaquePointer) {
        unsafe self.wsi = unsafe wsi
    }

    // Each call below is made while the connection is alive, which the type's contract says.

    /// The session that this connection belongs to, kept by libwebsockets itself.
    var key: SlotKey? {
        get { unsafe SlotKey(word: UInt(bitPattern: lws_get_opaque_user_data(wsi))) }
        nonmutating set {
            unsafe lws_set_opaque_user_data(
                wsi, UnsafeMutableRawPointer(bitPattern: newValue?.word ?? 0))
        }
    }

    var descriptor: CInt { unsafe lws_get_socket_fd(wsi) }

    /// Whether libwebsockets still holds bytes that the socket did not take.
    var hasPartial: Bool { unsafe lws_partial_buffered(wsi) != 0 }

    /// Nil on plain TCP.
    var secureChannel: SecureChannel? {
        unsafe lws_get_ssl(wsi).map { unsafe SecureChannel($0) }
    }

    var peerAddress: String {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
            // Zeroed first, so that it ends with a zero whatever the call writes.
            unsafe buffer.initialize(repeating: 0)
            unsafe lws_get_peer_simple(wsi, buffer.baseAddress, buffer.count)
            return unsafe String(cString: buffer.baseAddress!)
        }
    }

    /// Asks for the writable callback. It may also come unasked.
    func requestWritable() {
        unsafe _ = lws_callback_on_writable(wsi)
    }

    /// Stops or resumes reading, and with it every callback of an HTTP connection.
    func setReading(_ isReading: Bool) {
        unsafe _ = lws_rx_flow_control(wsi, isReading ? 1 : 0)
    }

    /// Switches off the time limit that libwebsockets put on the present phase.
    func clearTimeout() {
        unsafe lws_set_timeout(wsi, NO_PENDING_TIMEOUT, 0)
    }

    /// Ends the connection on the loop's next turn, without a closing handshake.
    func killSoon() {
        unsafe lws_set_timeout(wsi, PENDING_TIMEOUT_KILLED_BY_PARENT, livetiming_lws_kill_soon)
        // libwebsockets starts its timer on libuv only after an event of its own; this is one.
        unsafe lws_cancel_service(lws_get_context(wsi))
    }

    /// Begins the closing handshake of a WebSocket. Not from within a callback of this connection.
    func beginClose(_ code: CloseCode, _ reason: String) {
        var reason = Array(reason.utf8.prefix(123))
        unsafe reason.withUnsafeMutableBufferPointer { bytes in
            // Copied by the call.
            unsafe lws_close_reason(
                wsi, lws_close_status(rawValue: UInt32(code.rawValue)), bytes.baseAddress,
                bytes.count)
        }
        unsafe lws_set_timeout(wsi, PENDING_TIMEOUT_CLOSE_SEND, livetiming_lws_kill_now)
    }

    /// Writes `bytes` unframed, ahead of anything libwebsockets writes later, and has what the socket
    /// does not take buffered. Never while `hasPartial`. Answers false for a dead connection.
    func writeRaw(_ bytes: UnsafeRawBufferPointer) -> Bool {
        // A raw write reads the bytes and touches none of them, nor any before them.
        let start = unsafe UnsafeMutableRawPointer(mutating: bytes.baseAddress!)
        return unsafe lws_write(
            wsi, start.assumingMemoryBound(to: UInt8.self), bytes.count,
            lws_write_protocol(rawValue: livetiming_lws_write_raw)) >= 0
    }

    /// Writes a frame the way libwebsockets does it (masked by a client, through TLS). `bytes` begins
    /// with headroom, which is written to; masking changes the payload too.
    func writeFrame(_ bytes: UnsafeMutableRawBufferPointer, as type: UInt32) -> Bool {
        let headroom = Int(livetiming_lws_headroom)
        // The caller's buffer has the headroom in front of the payload.
        let payload = unsafe bytes.baseAddress!.advanced(by: headroom)
        return unsafe lws_write(
            wsi, payload.assumingMemoryBound(to: UInt8.self), bytes.count - headroom,
            lws_write_protocol(rawValue: type)) >= 0
    }

    /// Takes the HTTP connection back to waiting for a request. Answers false where it must end.
    func completeTransaction() -> Bool {
        unsafe lws_http_transaction_completed(wsi) == 0
    }

    // MARK: What the current callback is about

    var isFirstPiece: Bool { unsafe lws_is_first_fragment(wsi) != 0 }
    var isFinalPiece: Bool { unsafe lws_is_final_fragment(wsi) != 0 }
    var isBinary: Bool { unsafe lws_frame_is_binary(wsi) != 0 }

    /// A header of the request being parsed, or nil.
    func header(_ token: lws_token_indexes) -> String? {
        let count = unsafe Int(lws_hdr_total_length(wsi, token))
        guard count > 0 else { return nil }
        return unsafe text(capacity: count + 1) { unsafe lws_hdr_copy(wsi, $0, $1, token) }
    }

    /// One part of a header that libwebsockets keeps in parts, such as the query's.
    func headerPart(_ token: lws_token_indexes, _ index: CInt) -> String? {
        let capacity = unsafe Int(lws_hdr_total_length(wsi, token)) + 1
        return unsafe text(capacity: capacity) {
            unsafe lws_hdr_copy_fragment(wsi, $0, $1, token, index)
        }
    }

    private func text(
        capacity: Int, _ copy: (UnsafeMutablePointer<CChar>?, CInt) -> CInt
    ) -> String? {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { buffer in
            let count = unsafe Int(copy(buffer.baseAddress, CInt(capacity)))
            guard count >= 0, count <= capacity else { return nil }
            // The call wrote `count` bytes.
            let bytes = unsafe UnsafeRawBufferPointer(
                rebasing: UnsafeRawBufferPointer(buffer)[..<count])
            return unsafe String(decoding: bytes, as: UTF8.self)
        }
    }
}
