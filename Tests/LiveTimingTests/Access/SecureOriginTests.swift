import Certificates
import FoundationEssentials
import Glibc
import SplitCore
import Testing

@testable import LiveTiming

@Suite("Secure origin")
struct SecureOriginTests {
    /// Makes what `livetiming certificate` makes, for these hosts.
    private func origin(for hosts: [String]) throws -> SecureOrigin {
        let directory = FileManager.default.temporaryDirectory.path + "/" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let files = CertificateFiles(directory: directory)
        _ = try CertificateIssue(
            in: files, machine: "laptop", named: hosts.compactMap(HostName.init), own: [],
            now: time(nil))
        return try SecureOrigin(certificateFile: files.server, keyFile: files.serverKey)
    }

    @Test(
        "the secure links name what the certificate is for",
        arguments: [
            (["10.0.0.2"], "https://10.0.0.2:8443"),
            (["timing.example", "10.0.0.2"], "https://10.0.0.2:8443"),
            (["timing.example"], "https://timing.example:8443"),
            (["10.0.0.9"], "https://10.0.0.2:8443"),
            (["localhost", "laptop.local"], "https://laptop.local:8443"),
            (["localhost"], "https://10.0.0.2:8443"),
        ])
    func links(hosts: [String], base: String) throws {
        let links = AccessLinks(
            host: "0.0.0.0", port: 8080, secure: (origin: try origin(for: hosts), port: 8443),
            tokens: [.timer: AccessToken(text: "T1"), .control: AccessToken(text: "C1")],
            address: "10.0.0.2")
        #expect(links.spectators == "http://10.0.0.2:8080/")
        #expect(links.timer == "\(base)/timer#token=T1")
        #expect(links.control == "\(base)/control#token=C1")
        #expect(
            links.text(forTerminal: false)
                .contains("phones      http://10.0.0.2:8080/secure\n"))
    }

    @Test("an authority is told of where the certificate is its own")
    func authority() throws {
        let origin = try origin(for: ["10.0.0.2"])
        let authority = try #require(origin.authority)
        #expect(origin.pair.certificate.fault(under: authority) == nil)
        #expect(origin.pair.certificate.names.isEmpty)
        #expect(
            try self.origin(for: ["a.lan", "b.lan"]).pair.certificate.names == ["a.lan", "b.lan"])
    }

    @Test("names that the authority was not made for are left out, unless they were asked for")
    func leftOut() throws {
        let directory = FileManager.default.temporaryDirectory.path + "/" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let files = CertificateFiles(directory: directory)
        func hosts(_ texts: String...) -> [HostName] { texts.compactMap(HostName.init) }
        _ = try CertificateIssue(
            in: files, machine: "old", named: [], own: hosts("old"), now: time(nil))
        let renewed = try CertificateIssue(
            in: files, machine: "new", named: hosts("a.lan"),
            own: hosts("new", "10.0.0.7", "a.lan"),
            now: time(nil))
        #expect(!renewed.isNewAuthority)
        #expect(renewed.hosts == hosts("a.lan", "10.0.0.7"))
        #expect(renewed.leftOut == hosts("new"))
        #expect(throws: CertificateError.self) {
            _ = try CertificateIssue(
                in: files, machine: "new", named: hosts("new"), own: [], now: time(nil))
        }
    }

    @Test("a file is replaced whole, with the rights that it shall have")
    func wholeFile() throws {
        let path = FileManager.default.temporaryDirectory.path + "/" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: path) }
        try WholeFile.write([1, 2, 3], to: path, mode: 0o600)
        try WholeFile.write([4], to: path, mode: 0o600)
        #expect(FileManager.default.contents(atPath: path).map(Array.init) == [4])
        #expect(!WholeFile.exists(path + ".new"))
        #expect(throws: AccessError.system("open", path: path + "/x.new", code: ENOTDIR)) {
            try WholeFile.write([1], to: path + "/x", mode: 0o600)
        }
    }
}
