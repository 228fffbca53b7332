import Certificates
import Glibc
import Testing

@Suite struct CertificatePairTests {
    private let files: TemporaryFiles
    private let hosts = ["paddock.lan", "192.168.1.5", "fd00::5"].compactMap(HostName.init)
    private let day = 24 * 3600

    init() throws {
        files = try TemporaryFiles()
    }

    /// A server's certificate and key as files, made so many days ago.
    private func made(daysAgo: Int = 0) throws -> (certificate: String, key: String) {
        let then = time(nil) - daysAgo * day
        let authority = LocalAuthority(machine: "laptop", hosts: [], now: then)
        let key = PrivateKey()
        let server = try authority.server(for: hosts, key: key, now: then)
        return (
            try files.write(server.pem + authority.certificate.pem, to: "server.pem"),
            try files.write(key.pem, to: "key.pem")
        )
    }

    private func error(_ certificate: String, _ key: String) -> CertificateError? {
        do throws(CertificateError) {
            _ = try CertificatePair(certificateFile: certificate, keyFile: key)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [0, 395])
    func `a pair is taken until its last day`(age: Int) throws {
        let (certificate, key) = try made(daysAgo: age)
        let pair = try CertificatePair(certificateFile: certificate, keyFile: key)
        #expect(pair.certificate.fingerprint.split(separator: ":").count == 32)
    }

    @Test func `an expired certificate is told from one that is not valid yet`() throws {
        let (old, oldKey) = try made(daysAgo: LocalAuthority.serverDays)
        guard case .expired(old, _) = error(old, oldKey) else {
            Issue.record("not expired: \(error(old, oldKey) as Any)")
            return
        }
        let (new, newKey) = try made(daysAgo: -2)
        guard case .notYetValid(new, _) = error(new, newKey) else {
            Issue.record("valid already: \(error(new, newKey) as Any)")
            return
        }
    }

    @Test func `each fault of the files is told`() throws {
        let (certificate, key) = try made()
        let missing = "\(files.path)/missing.pem"
        let text = try files.write(Array("hello".utf8), to: "text.pem")
        let other = try files.write(PrivateKey().pem, to: "other.pem")
        #expect(error(text, key) == .noCertificate(path: text))
        #expect(error(certificate, text) == .noKey(path: text))
        #expect(error(certificate, certificate) == .noKey(path: certificate))
        #expect(error(certificate, other) == .doNotMatch(certificate: certificate, key: other))
        #expect("\(try #require(error(missing, key)))" == "\(missing): No such file or directory")
        #expect(
            "\(try #require(error(certificate, missing)))"
                == "\(missing): No such file or directory")
    }

    @Test func `a key with a passphrase is told, and nobody is asked for it`() throws {
        let (certificate, _) = try made()
        let encrypted = try files.write(
            Array(
                """
                -----BEGIN ENCRYPTED PRIVATE KEY-----
                MIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAiOtTxITYQQdwICCAAw
                DAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEMo74ajUCRjV3nfZ/f24XScEgZBR
                QE1sraSehcq8QhzkuQYIbuaV897gIHDGjBS6XOfDt3Mh/RNLjQbqfQm166jZQWBC
                zA+F4LaFRDLL/P5WLbM/Ytn8DMsoSqBfQPHz2Vl7u1P2ZT8OUZ+HEhP1uZ3uPV5Y
                rO27ANJ0p2M9c1Pl/mcp1kXuekgxGuXJonrVaSCsHI9sMRxvXbqp0omQ+tPmWrs=
                -----END ENCRYPTED PRIVATE KEY-----

                """.utf8), to: "encrypted.pem")
        #expect(error(certificate, encrypted) == .keyIsEncrypted(path: encrypted))
    }
}
