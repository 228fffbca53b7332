/// Why a certificate and its key cannot be served, in words for whoever runs the server.
public enum CertificateError: Error, Equatable, CustomStringConvertible, Sendable {
    case unreadable(path: String, reason: String)
    case noCertificate(path: String)
    case noKey(path: String)
    case keyIsEncrypted(path: String)
    case doNotMatch(certificate: String, key: String)
    case expired(path: String, at: String)
    case notYetValid(path: String, from: String)
    /// An authority may not sign for these, in OpenSSL's words.
    case notPermitted([String], reason: String)
    /// OpenSSL does not take them, such as a key that is too short, in its own words.
    case refused(path: String, reason: String)

    public var description: String {
        switch self {
        case .unreadable(let path, let reason):
            "\(path): \(reason)"
        case .noCertificate(let path):
            "\(path): expected certificates in PEM, the server's own first"
        case .noKey(let path):
            "\(path): expected a private key in PEM"
        case .keyIsEncrypted(let path):
            "\(path): the private key is encrypted; a server needs one without a passphrase"
        case .doNotMatch(let certificate, let key):
            "\(key): the private key is not that of the certificate in \(certificate)"
        case .expired(let path, let instant):
            "\(path): the certificate expired at \(instant)"
        case .notYetValid(let path, let instant):
            "\(path): the certificate is valid from \(instant) only; is this machine's clock right?"
        case .notPermitted(let hosts, let reason):
            "the authority may not sign for \(hosts.joined(separator: ", ")): \(reason)"
        case .refused(let path, let reason):
            "\(path): \(reason)"
        }
    }
}
