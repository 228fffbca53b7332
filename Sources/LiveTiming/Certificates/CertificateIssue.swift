internal import Certificates
internal import FoundationEssentials

/// A local authority in a directory, made where there is none, and a new certificate for this machine
/// that is signed by it.
struct CertificateIssue {
    let authority: LocalAuthority
    let isNewAuthority: Bool
    let server: Certificate
    let hosts: [HostName]
    /// Names of the machine that the authority may not sign for, as it did not have them then.
    let leftOut: [HostName]

    /// - Parameters:
    ///   - named: what the certificate has to be for.
    ///   - own: the machine's own names and addresses; it is for those that the authority may sign for.
    ///   - now: Unix time in seconds.
    init(
        in files: CertificateFiles, machine: String, named: [HostName], own: [HostName], now: Int
    ) throws {
        let own = own.filter { !named.contains($0) }
        try FileManager.default.createDirectory(
            atPath: files.directory, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o750])
        // Until all is written: two calls at once would write parts of two authorities.
        let turn = try ExclusiveTurn(in: files.directory)
        defer { turn.end() }
        isNewAuthority = !WholeFile.exists(files.authority)
        let hasKey = WholeFile.exists(files.authorityKey)
        authority =
            isNewAuthority
            // A key whose certificate was taken away, or was not written yet, is not lost for it.
            ? LocalAuthority(
                machine: machine, hosts: named + own,
                key: hasKey ? try PrivateKey(file: files.authorityKey) : PrivateKey(), now: now)
            : try LocalAuthority(
                certificateFile: files.authority, keyFile: files.authorityKey)
        try Self.checkIsOurs(files, authority)
        if isNewAuthority {
            // The key first: a certificate without one would be taken for an authority.
            if !hasKey {
                try WholeFile.write(authority.key.pem, to: files.authorityKey, mode: 0o600)
            }
            try WholeFile.write(authority.certificate.pem, to: files.authority, mode: 0o644)
        }
        // The key stays, so that certificate and key are of each other at any moment.
        let key: PrivateKey
        if WholeFile.exists(files.serverKey) {
            key = try PrivateKey(file: files.serverKey)
        } else {
            key = PrivateKey()
            try WholeFile.write(key.pem, to: files.serverKey, mode: 0o600)
        }
        let authority = authority
        leftOut = own.filter { host in
            (try? authority.server(for: [host], key: key, now: now)) == nil
        }
        hosts = named + own.filter { [leftOut] host in !leftOut.contains(host) }
        server = try authority.server(for: hosts, key: key, now: now)
        try WholeFile.write(
            server.pem + authority.certificate.pem, to: files.server, mode: 0o644)
    }

    /// A certificate from elsewhere is not written over.
    private static func checkIsOurs(_ files: CertificateFiles, _ authority: LocalAuthority) throws {
        guard WholeFile.exists(files.server) else { return }
        let present = try Certificate(file: files.server)
        guard present.fault(under: authority.certificate) == nil else {
            throw CommandFailure(
                description: "\(files.server) is not a certificate of the authority in "
                    + "\(files.authority); move it away, or name another --directory")
        }
    }
}
