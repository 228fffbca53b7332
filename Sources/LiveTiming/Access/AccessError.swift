internal import Glibc

/// Why the tokens could not be had.
enum AccessError: Error, Equatable, CustomStringConvertible {
    case system(String, path: String, code: Int32)
    case unusableToken(path: String)
    /// libsodium can't be used on this machine.
    case cryptography
    /// What keeps the hashes failed, in its own words.
    case storage(String)

    var description: String {
        switch self {
        case .system(let call, let path, let code):
            // The text is copied before any other call could change it.
            "\(path): \(call): \(unsafe String(cString: strerror(code)))"
        case .unusableToken(let path):
            "\(path): expected one line of at least \(TokenFile.minimumLength) letters, digits,"
                + " '-' or '_'; without the file, its last token stays in force"
        case .cryptography:
            "libsodium could not be initialised"
        case .storage(let reason):
            "the hashes of the tokens: \(reason)"
        }
    }
}
