internal import CSodium

/// A secret that gives a role to whoever knows it.
struct AccessToken: Equatable, Sendable {
    /// 22 characters of base64url where we made it.
    let text: String

    /// A token that nobody can guess: 128 bits from the system's generator.
    static func random() -> AccessToken {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
        return AccessToken(text: base64URL(bytes))
    }

    /// What is kept of a token: it can be checked against, and the token can't be had from it. A
    /// plain hash suffices for a secret of 128 random bits.
    var hash: [UInt8] {
        let size = crypto_generichash_bytes()
        let input = Array(text.utf8)
        var output = [UInt8](repeating: 0, count: size)
        // Both arrays are as long as the call is told; without a key it cannot fail.
        unsafe crypto_generichash(&output, size, input, UInt64(input.count), nil, 0)
        return output
    }

    /// Whether this is the token of a hash. Takes as long wherever they differ.
    func matches(_ stored: [UInt8]) -> Bool {
        let own = hash
        guard own.count == stored.count else { return false }
        return unsafe sodium_memcmp(own, stored, own.count) == 0  // both are as long as that
    }
}

private func base64URL(_ bytes: [UInt8]) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    var text = ""
    var bits = 0
    var held = 0
    for byte in bytes {
        bits = bits << 8 | Int(byte)
        held += 8
        while held >= 6 {
            held -= 6
            text.append(alphabet[bits >> held & 63])
        }
        bits &= (1 << held) - 1
    }
    if held > 0 { text.append(alphabet[bits << (6 - held) & 63]) }
    return text
}
