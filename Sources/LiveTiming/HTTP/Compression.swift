import CZlib

/// Compresses with gzip, for answers that are kept and sent often.
///
/// - Parameter level: 1 is the fastest, 9 the smallest.
/// - Returns: nil where zlib could not; the plain bytes serve then.
func gzip(_ bytes: [UInt8], level: Int32) -> [UInt8]? {
    // Zeroed, as zlib wants it; its pointers are set below, within the call that uses them.
    var stream = unsafe z_stream()
    // 15 bits of window, and 16 more ask for gzip's header. The stream outlives every call below.
    let begun = unsafe deflateInit2_(
        &stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
        Int32(MemoryLayout<z_stream>.size))
    guard begun == Z_OK else { return nil }
    defer { unsafe _ = deflateEnd(&stream) }
    let bound = unsafe Int(deflateBound(&stream, UInt(bytes.count)))
    var input = bytes
    var isDone = false
    let output = unsafe [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
        // Both buffers outlive the call; the bound is zlib's own for the whole input.
        unsafe input.withUnsafeMutableBufferPointer { source in
            unsafe stream.next_in = source.baseAddress
            unsafe stream.avail_in = UInt32(source.count)
            unsafe stream.next_out = buffer.baseAddress
            unsafe stream.avail_out = UInt32(bound)
            unsafe isDone = deflate(&stream, Z_FINISH) == Z_STREAM_END
        }
        unsafe count = bound - Int(stream.avail_out)
    }
    return isDone ? output : nil
}
