internal import Certificates
internal import Glibc

/// What `livetiming certificate` can be told beside the settings of the server.
struct CertificateOptions: Equatable, Sendable {
    var directory = ""
    var names = ""

    static let table: [Setting<CertificateOptions>] = [
        .init(
            "directory", \.directory, .text("a directory"),
            "where authority and certificate are kept; by default the data directory"),
        .init(
            "name", \.names, .text("names or addresses, with commas between"),
            "what phones call this machine, beside its own names and addresses"),
    ]

    /// What was named, and what of it names no host.
    func hosts() throws(SettingErrors) -> [HostName] {
        var hosts: [HostName] = []
        for text in names.split(separator: ",").map(String.init) {
            guard let host = HostName(text) else {
                throw SettingErrors(errors: [
                    .invalid(
                        .flag("--name"), given: text, problem: "names no host",
                        expected: "a name such as paddock.lan, or an address")
                ])
            }
            hosts.append(host)
        }
        return hosts
    }
}

/// `livetiming certificate`: what a server needs to be a secure origin in a network of its own.
enum CertificateCommand: ServerSubcommand {
    static let name = "certificate"
    static let summary = "Make a local authority, once, and a certificate for this machine"
    static let synopsis = "[--name NAME,…] [--directory DIR] [--data DIR]"
    static var details: [String] {
        [
            "Browsers keep a phone's screen on, and open pages without a network, only over TLS with a",
            "certificate that the phone trusts. It trusts those of the authority once that is installed",
            "on it: the server's page /secure tells how. Called again, the authority stays and the",
            "certificate is renewed. authority-key.pem and server-key.pem are secrets.", "",
        ] + CertificateOptions.table.flatMap { $0.helpLines(defaults: CertificateOptions()) } + [""]
            + Settings.helpLines
    }
    static var flags: [(flag: String, expected: String)] {
        CertificateOptions.table.map { ($0.flag, $0.expected) } + Settings.flags
    }

    static func run(_ flags: Flags, _ invocation: Invocation) throws {
        let (options, rest) = try flags.separate(CertificateOptions(), CertificateOptions.table)
        let settings = try effective(rest, invocation).settings
        let named = try options.hosts()
        let files = CertificateFiles(
            directory: options.directory.isEmpty ? settings.dataDirectory : options.directory)
        let issue = try CertificateIssue(
            in: files, machine: MachineNames.hostName, named: named, own: MachineNames.all(),
            now: time(nil))
        invocation.output(report(issue, files, settings))
    }

    private static func report(
        _ issue: CertificateIssue, _ files: CertificateFiles, _ settings: Settings
    ) -> String {
        let authority = issue.authority.certificate
        let isFound = files == CertificateFiles(directory: settings.dataDirectory)
        let serve =
            "livetiming serve --data \(shellWord(settings.dataDirectory))"
            + (isFound
                ? ""
                : " --tls-certificate \(shellWord(files.server))"
                    + " --tls-key \(shellWord(files.serverKey))")
        let leftOut =
            issue.leftOut.isEmpty
            ? ""
            : "\n  but not for \(list(issue.leftOut)), which the authority was not made for: where that"
                + " is needed,\n  move \(files.authority) away and bring another one onto the phones"
        return """
            \(issue.isNewAuthority ? "Made the authority" : "Kept the authority") \(files.authority), valid until \(authority.end)
              SHA-256 fingerprint \(authority.fingerprint)
            Made the certificate \(files.server), valid until \(issue.server.end)
              for \(list(issue.hosts))\(leftOut)

            Serve with it (a server that does already takes the new one on SIGHUP):
              \(serve)
            Then open the page /secure of the server on each phone, once.

            """
    }

    private static func list(_ hosts: [HostName]) -> String {
        hosts.map(\.text).joined(separator: ", ")
    }

    /// A word as a shell takes it up again.
    private static func shellWord(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { byte in
            Unicode.Scalar(byte).properties.isAlphabetic && byte < 128
                || Array("0123456789-_./".utf8).contains(byte)
        }
        return isPlain ? text : "'\(text.replacing("'", with: "'\\''"))'"
    }
}
