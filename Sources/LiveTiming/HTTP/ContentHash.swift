import CSodium

/// What tells one content of a file from another: 128 bits of BLAKE2b, in hexadecimal.
func contentHash(_ bytes: [UInt8]) -> String {
    var hash = [UInt8](repeating: 0, count: 16)
    // Both arrays are as long as the call is told; without a key it cannot fail.
    unsafe crypto_generichash(&hash, hash.count, bytes, UInt64(bytes.count), nil, 0)
    return hash.map { byte in
        let digits = String(byte, radix: 16)
        return byte < 16 ? "0" + digits : digits
    }.joined()
}
