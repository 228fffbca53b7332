import COpenSSL

/// A certificate authority of one's own, which phones are told to trust: it signs for the machines of a
/// local network and, as its own certificate says, for nothing else.
public struct LocalAuthority: Sendable {
    public let certificate: Certificate
    public let key: PrivateKey

    /// Ten years: it is brought onto phones by hand.
    static let days = 3650
    /// What phones accept of a server at most (Apple: 398 days), with a day to spare.
    public static let serverDays = 397

    /// Names that nobody owns on the internet.
    static let localNames = ["localhost", "local", "lan", "home", "internal", "home.arpa", "test"]
    /// Addresses of local networks, with their masks.
    static let localAddresses = [
        "10.0.0.0/255.0.0.0", "172.16.0.0/255.240.0.0", "192.168.0.0/255.255.0.0",
        "169.254.0.0/255.255.0.0", "100.64.0.0/255.192.0.0", "127.0.0.0/255.0.0.0",
        "fc00::/fe00::", "fe80::/ffc0::", "::1/ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    ]

    /// One that was made before.
    public init(certificateFile: String, keyFile: String) throws(CertificateError) {
        certificate = try Certificate(file: certificateFile)
        key = try PrivateKey(file: keyFile)
        guard key.isKey(of: certificate) else {
            throw .doNotMatch(certificate: certificateFile, key: keyFile)
        }
        guard !certificate.hasEnded else {
            throw .expired(path: certificateFile, at: certificate.end)
        }
    }

    /// A new one.
    ///
    /// - Parameters:
    ///   - machine: tells it apart in a phone's list.
    ///   - hosts: what it may sign for beside the names and addresses of local networks.
    ///   - key: of its own.
    ///   - now: Unix time in seconds.
    public init(machine: String, hosts: [HostName], key: PrivateKey = PrivateKey(), now: Int) {
        self.key = key
        let draft = CertificateDraft(
            name: String("LiveTiming on \(machine)".prefix(64)), organization: "LiveTiming",
            key: key, from: now - Self.slack, days: Self.days)
        certificate = draft.signed(
            [
                (NID_basic_constraints, "critical,CA:TRUE,pathlen:0"),
                (NID_key_usage, "critical,keyCertSign,cRLSign"),
                (NID_subject_key_identifier, "hash"),
                (NID_name_constraints, "critical," + Self.permitted(hosts)),
            ], by: nil, key)
    }

    /// A certificate for a server.
    ///
    /// - Throws: what this authority may not sign for.
    public func server(
        for hosts: [HostName], key serverKey: PrivateKey, now: Int
    ) throws(CertificateError) -> Certificate {
        let draft = CertificateDraft(
            name: "LiveTiming server", organization: "LiveTiming", key: serverKey,
            from: now - Self.slack, days: Self.serverDays)
        let names = hosts.map { host in
            switch host {
            case .name(let text): "DNS:\(text)"
            case .address(let text): "IP:\(text)"
            }
        }
        let server = draft.signed(
            [
                (NID_basic_constraints, "critical,CA:FALSE"),
                (NID_key_usage, "critical,digitalSignature"),
                (NID_ext_key_usage, "serverAuth"),
                (NID_subject_key_identifier, "hash"),
                (NID_authority_key_identifier, "keyid"),
                (NID_subject_alt_name, names.joined(separator: ",")),
            ], by: certificate, key)
        if let fault = server.fault(under: certificate) {
            throw .notPermitted(hosts.map(\.text), reason: fault)
        }
        return server
    }

    /// Phones whose clocks are behind accept it too.
    private static let slack = 24 * 3600

    private static func permitted(_ hosts: [HostName]) -> String {
        let own = hosts.map { host in
            switch host {
            case .name(let text): "DNS:\(text)"
            case .address(let text):
                "IP:\(text)/" + (text.contains(":") ? wholeVersion6 : "255.255.255.255")
            }
        }
        return (localNames.map { "DNS:\($0)" } + localAddresses.map { "IP:\($0)" } + own)
            .map { "permitted;\($0)" }.joined(separator: ",")
    }

    private static let wholeVersion6 = "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"
}
