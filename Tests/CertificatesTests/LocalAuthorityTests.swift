import Certificates
import Glibc
import Testing

@Suite struct LocalAuthorityTests {
    private func names(_ texts: String...) -> [HostName] { texts.compactMap(HostName.init) }

    @Test func `it signs for the names and addresses of a local network`() throws {
        let authority = LocalAuthority(machine: "laptop", hosts: [], now: time(nil))
        let hosts = names(
            "localhost", "laptop.local", "paddock.lan", "192.168.1.5", "10.0.0.1", "127.0.0.1",
            "fd12::5", "::1")
        #expect(hosts.count == 8)
        let server = try authority.server(for: hosts, key: PrivateKey(), now: time(nil))
        #expect(server.fault(under: authority.certificate) == nil)
        #expect(server.fingerprint != authority.certificate.fingerprint)
    }

    @Test(arguments: ["example.org", "laptop", "8.8.8.8", "2001:db8::1", "notlocal"])
    func `it may sign for nothing else, unless it was made for that`(name: String) throws {
        let hosts = names(name)
        let authority = LocalAuthority(machine: "laptop", hosts: [], now: time(nil))
        #expect {
            _ = try authority.server(for: hosts, key: PrivateKey(), now: time(nil))
        } throws: { error in
            guard case .notPermitted([name], _) = error as? CertificateError else { return false }
            return true
        }
        let own = LocalAuthority(machine: "laptop", hosts: hosts, now: time(nil))
        _ = try own.server(for: hosts, key: PrivateKey(), now: time(nil))
    }

    @Test func `a certificate of another authority of the same name is told`() throws {
        let (one, other) = (
            LocalAuthority(machine: "laptop", hosts: [], now: time(nil)),
            LocalAuthority(machine: "laptop", hosts: [], now: time(nil))
        )
        let server = try one.server(for: names("a.local"), key: PrivateKey(), now: time(nil))
        #expect(server.fault(under: other.certificate) != nil)
    }

    @Test func `it is read again from its files`() throws {
        let files = try TemporaryFiles()
        let made = LocalAuthority(machine: "laptop", hosts: [], now: time(nil))
        let certificate = try files.write(made.certificate.pem, to: "authority.pem")
        let key = try files.write(made.key.pem, to: "key.pem")
        let read = try LocalAuthority(certificateFile: certificate, keyFile: key)
        #expect(read.certificate.fingerprint == made.certificate.fingerprint)
        let server = try read.server(for: names("a.local"), key: PrivateKey(), now: time(nil))
        #expect(server.fault(under: made.certificate) == nil)
        let other = try files.write(PrivateKey().pem, to: "other.pem")
        #expect(throws: CertificateError.doNotMatch(certificate: certificate, key: other)) {
            _ = try LocalAuthority(certificateFile: certificate, keyFile: other)
        }
    }

    @Test(arguments: [
        ("Paddock.LAN", "paddock.lan"), ("a-1.b", "a-1.b"), ("10.0.0.1", "10.0.0.1"),
        ("::1", "::1"), ("x", "x"),
    ])
    func `what names a host is taken`(text: String, taken: String) {
        #expect(HostName(text)?.text == taken)
    }

    @Test(arguments: [
        "", ".", "a..b", "a.", "-a", "a-", "a b", "a,DNS:b", "*.lan", "10.0.0.256", "1.2", "ä.lan",
        String(repeating: "a", count: 64),
    ])
    func `what names no host is not taken`(text: String) {
        #expect(HostName(text) == nil)
    }
}
