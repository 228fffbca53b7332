internal import Certificates

/// The certificate that the server shows, and the authority that phones have to know for it.
struct SecureOrigin: Sendable {
    let certificateFile: String
    let keyFile: String
    let pair: CertificatePair
    /// Nil where the certificate is of another one than the local authority beside it, so that phones
    /// know it already.
    let authority: Certificate?

    /// Reads the files anew, which takes a disk's time.
    init(certificateFile: String, keyFile: String) throws(CertificateError) {
        self.certificateFile = certificateFile
        self.keyFile = keyFile
        let pair = try CertificatePair(certificateFile: certificateFile, keyFile: keyFile)
        self.pair = pair
        let beside = CertificateFiles(beside: certificateFile).authority
        let authority = WholeFile.exists(beside) ? try Certificate(file: beside) : nil
        self.authority = authority.flatMap { pair.certificate.fault(under: $0) == nil ? $0 : nil }
    }

    /// What the settings name, or else what `livetiming certificate` made in the data directory; nil
    /// where there is neither.
    ///
    /// - Throws: what is wrong with files that were named. Those that were found are told in the log
    ///   and not used: an old certificate must not keep a race from being timed.
    static func find(_ settings: Settings, _ log: Log) throws -> SecureOrigin? {
        var origin: SecureOrigin?
        if !settings.tlsCertificate.isEmpty {
            origin = try SecureOrigin(
                certificateFile: settings.tlsCertificate, keyFile: settings.tlsKey)
        } else {
            let files = CertificateFiles(directory: settings.dataDirectory)
            guard WholeFile.exists(files.server), WholeFile.exists(files.serverKey) else {
                return nil
            }
            do throws(CertificateError) {
                origin = try SecureOrigin(
                    certificateFile: files.server, keyFile: files.serverKey)
            } catch {
                log.error(
                    "serving without TLS; 'livetiming certificate' makes another certificate",
                    ["error": "\(error)"])
            }
        }
        guard origin == nil || settings.port != settings.tlsPort || settings.port == 0 else {
            throw CommandFailure(
                description: "port and tls-port are both \(settings.port); "
                    + "TLS needs a port of its own")
        }
        return origin
    }

    /// What the links name: this address if the certificate is for it, else a name that it is for and
    /// that others can reach.
    func host(preferring address: String) -> String {
        if isFor(address) { return address }
        return pair.certificate.names.first { !$0.hasPrefix("*") && $0 != "localhost" } ?? address
    }

    func isFor(_ address: String) -> Bool {
        HostName(address).map { pair.certificate.isFor($0) } ?? false
    }
}
