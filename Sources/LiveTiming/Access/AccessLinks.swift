import SplitCore

/// What people open in their browsers, as printed when the server starts.
struct AccessLinks: Equatable, Sendable {
    let spectators: String
    /// Where a phone learns how to trust the server.
    let securePage: String
    /// Nil where the token isn't known to the server, only its hash.
    let timer: String?
    let control: String?
    /// Whether the links of timer and control are over TLS.
    let isSecure: Bool

    /// - Parameters:
    ///   - host: what the server listens on.
    ///   - secure: what TLS is spoken with; nil where it is not.
    ///   - address: of this machine in its network, which stands for "all interfaces".
    init(
        host: String, port: Int, secure: (origin: SecureOrigin, port: Int)? = nil,
        tokens: [Role: AccessToken], address: String? = NetworkAddress.ofThisMachine()
    ) {
        let name =
            switch host {
            case "0.0.0.0", "::", "*": address ?? "localhost"
            default: host
            }
        func base(_ scheme: String, _ name: String, _ port: Int) -> String {
            "\(scheme)://\(name.contains(":") ? "[\(name)]" : name):\(port)"
        }
        let plain = base("http", name, port)
        let base =
            secure.map { base("https", $0.origin.host(preferring: name), $0.port) } ?? plain
        spectators = "\(plain)/"
        securePage = "\(plain)/secure"
        isSecure = secure != nil
        // After the '#', so that the token is neither sent to a server nor in its logs.
        timer = tokens[.timer].map { "\(base)/timer#token=\($0.text)" }
        control = tokens[.control].map { "\(base)/control#token=\($0.text)" }
    }

    /// The links as lines, and on a terminal the timer's as a QR code, for a phone to take up.
    func text(forTerminal isTerminal: Bool) -> String {
        let lines =
            [("spectators", spectators)]
            + (isSecure ? [("phones", securePage)] : [])
            + [("timer", timer), ("control", control)].map {
                ($0, $1 ?? "(the token was taken from the data directory)")
            }
        let list = lines.map { "\($0.padded(to: 10))  \($1)\n" }.joined()
        guard isTerminal, let timer, let code = QRCode(timer) else { return list }
        return list + "\nScan to time with a phone:\n\(code.terminalText)"
    }
}
