/// Where the local authority and the server's certificate lie in a directory.
struct CertificateFiles: Equatable, Sendable {
    let directory: String

    var authority: String { "\(directory)/authority.pem" }
    var authorityKey: String { "\(directory)/authority-key.pem" }
    /// The server's certificate and behind it the authority's, as it is shown with it.
    var server: String { "\(directory)/server.pem" }
    var serverKey: String { "\(directory)/server-key.pem" }

    init(directory: String) {
        self.directory = directory
    }

    /// The directory of a certificate that was named by itself.
    init(beside certificate: String) {
        let end = certificate.lastIndex(of: "/")
        directory = end.map { String(certificate[..<$0]) } ?? "."
    }
}
