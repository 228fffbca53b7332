@testable import TimingWire

extension CommandDigest {
    /// Of the bytes that an object is hashed as.
    init(hashing bytes: [UInt8]) {
        var hash = FNVHash()
        for byte in bytes { hash.add(byte) }
        self.init(hash)
    }
}
