import COpenSSL

/// A private key.
///
/// `@unchecked`, because OpenSSL's object is only read once it is made, and counted atomically.
@safe
public final class PrivateKey: @unchecked Sendable {
    let pkey: OpaquePointer

    /// A new key on the curve P-256, which every browser knows.
    public init() {
        guard let pkey = unsafe livetiming_generate_p256() else {
            fatalError("OpenSSL makes no key: \(OpenSSLErrors.takeReason())")
        }
        unsafe self.pkey = unsafe pkey
    }

    /// Reads a key in PEM.
    public init(file path: String) throws(CertificateError) {
        let file = try InputFile(path)
        guard let pkey = unsafe PEM_read_bio_PrivateKey(file.stream, nil, noPassphrase, nil) else {
            let isEncrypted = OpenSSLErrors.take().contains {
                ERR_GET_REASON($0) == PEM_R_BAD_PASSWORD_READ
            }
            throw isEncrypted ? .keyIsEncrypted(path: path) : .noKey(path: path)
        }
        unsafe self.pkey = unsafe pkey
    }

    deinit {
        unsafe EVP_PKEY_free(pkey)
    }

    /// As a file has it, without a passphrase.
    public var pem: [UInt8] {
        let memory = Memory()
        unsafe PEM_write_bio_PrivateKey(memory.stream, pkey, nil, nil, 0, nil, nil)
        return memory.take()
    }

    func isKey(of certificate: Certificate) -> Bool {
        // Both objects outlive the call.
        let isKey = unsafe X509_check_private_key(certificate.x509, pkey) == 1
        _ = OpenSSLErrors.take()
        return isKey
    }
}
