import COpenSSL

/// A certificate with the chain that it is shown with, and its private key: checked to be of each other
/// and valid now.
///
/// `@unchecked`, because the chain is only read once `init` is over.
@safe
public final class CertificatePair: @unchecked Sendable {
    public let certificate: Certificate
    private let key: PrivateKey
    /// A stack of certificates, which it owns.
    private let chain: OpaquePointer

    /// Reads both files, which takes a disk's time.
    public init(certificateFile: String, keyFile: String) throws(CertificateError) {
        let file = try InputFile(certificateFile)
        certificate = unsafe Certificate(owning: try Certificate.first(in: file, certificateFile))
        key = try PrivateKey(file: keyFile)
        guard let chain = unsafe OPENSSL_sk_new_null() else { fatalError("no memory is left") }
        while let next = unsafe PEM_read_bio_X509(file.stream, nil, noPassphrase, nil) {
            // The stack owns it from here on.
            unsafe OPENSSL_sk_push(chain, UnsafeRawPointer(next))
        }
        // The end of the file is an error too.
        _ = OpenSSLErrors.take()
        unsafe self.chain = unsafe chain

        guard key.isKey(of: certificate) else {
            throw .doNotMatch(certificate: certificateFile, key: keyFile)
        }
        guard certificate.hasBegun else {
            throw .notYetValid(path: certificateFile, from: certificate.beginning)
        }
        guard !certificate.hasEnded else {
            throw .expired(path: certificateFile, at: certificate.end)
        }
        if let refusal = refusal() { throw .refused(path: certificateFile, reason: refusal) }
    }

    deinit {
        unsafe OPENSSL_sk_pop_free(chain) { unsafe X509_free($0.map { OpaquePointer($0) }) }
    }

    /// Has a TLS context show this pair to connections that begin from now on.
    ///
    /// - Parameter context: an `SSL_CTX`.
    package func install(in context: OpaquePointer) -> Bool {
        // The context counts its own references. OpenSSL changes all of it or nothing.
        unsafe SSL_CTX_use_cert_and_key(context, certificate.x509, key.pkey, chain, 1) == 1
    }

    /// What OpenSSL has against them, such as a key that is too short: tried in a context of no other use.
    private func refusal() -> String? {
        let context = unsafe SSL_CTX_new(TLS_server_method())
        defer { unsafe SSL_CTX_free(context) }
        guard let context = unsafe context, unsafe install(in: context) else {
            return OpenSSLErrors.takeReason()
        }
        return nil
    }
}
