import COpenSSL
import Certificates
import FoundationEssentials
import Glibc

/// What carries a test's bytes.
enum Transport: CaseIterable {
    case tcp, tls

    /// Certificates for 127.0.0.1, made once for all tests.
    static let pair = makePair()

    static func makePair() -> CertificatePair {
        let directory = FileManager.default.temporaryDirectory.path
        let (certificate, key) = (
            "\(directory)/\(UUID().uuidString).pem", "\(directory)/\(UUID().uuidString).pem"
        )
        defer {
            unsafe unlink(certificate)  // the paths outlive the calls
            unsafe unlink(key)
        }
        let hosts = ["127.0.0.1", "localhost"].compactMap(HostName.init)
        let authority = LocalAuthority(machine: "test", hosts: hosts, now: time(nil))
        let serverKey = PrivateKey()
        guard let made = try? authority.server(for: hosts, key: serverKey, now: time(nil)),
            FileManager.default.createFile(
                atPath: certificate, contents: Data(made.pem)),
            FileManager.default.createFile(atPath: key, contents: Data(serverKey.pem)),
            let pair = try? CertificatePair(certificateFile: certificate, keyFile: key)
        else { fatalError("no certificate for the tests") }
        return pair
    }
}

/// The client's side of TLS on a blocking socket. It trusts anyone.
@safe
final class TLSPeer {
    private let session: OpaquePointer
    /// What the server agreed to by ALPN, if anything.
    private(set) var version: String?

    /// - Parameter offering: what to offer by ALPN.
    init(on descriptor: CInt, offering: [String] = []) throws {
        let context = unsafe SSL_CTX_new(TLS_client_method())
        defer { unsafe SSL_CTX_free(context) }
        unsafe session = SSL_new(context)!
        unsafe SSL_set_fd(session, descriptor)
        let offer = offering.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
        if !offer.isEmpty { unsafe SSL_set_alpn_protos(session, offer, UInt32(offer.count)) }
        guard unsafe SSL_connect(session) == 1 else {
            throw RawClient.Failure(what: "the handshake of TLS")
        }
        var agreed: UnsafePointer<UInt8>?
        var count: UInt32 = 0
        unsafe SSL_get0_alpn_selected(session, &agreed, &count)
        if let agreed = unsafe agreed {
            // As long as the session.
            version = unsafe String(
                decoding: UnsafeBufferPointer(start: agreed, count: Int(count)), as: UTF8.self)
        }
    }

    deinit {
        unsafe SSL_free(session)
    }

    /// The fingerprint of what the server showed.
    var fingerprint: String? {
        guard let shown = unsafe SSL_get1_peer_certificate(session) else { return nil }
        defer { unsafe X509_free(shown) }
        var bytes = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var count: UInt32 = 0
        unsafe X509_digest(shown, EVP_sha256(), &bytes, &count)
        return bytes.prefix(Int(count)).map { byte in
            let digits = String(byte, radix: 16, uppercase: true)
            return digits.count == 1 ? "0\(digits)" : digits
        }.joined(separator: ":")
    }

    func send(_ bytes: UnsafeRawBufferPointer) -> Int {
        unsafe Int(SSL_write(session, bytes.baseAddress, CInt(bytes.count)))
    }

    /// 0 at the end of the stream, however it came; nil where nothing came in time.
    func receive(_ bytes: UnsafeMutableRawBufferPointer) -> Int? {
        let count = unsafe SSL_read(session, bytes.baseAddress, CInt(bytes.count))
        if count > 0 { return Int(count) }
        let isLate = unsafe SSL_get_error(session, count) == SSL_ERROR_WANT_READ
        ERR_clear_error()
        return isLate ? nil : 0
    }
}
