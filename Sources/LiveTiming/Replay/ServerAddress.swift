import EventLoop

/// The address of a server, as people know it from their browser.
struct ServerAddress: Equatable, Sendable {
    let isSecure: Bool
    let host: String
    let port: UInt16

    /// From an `http` or `https` address; a path behind it does not matter.
    init(_ text: String) throws(CommandFailure) {
        let failure = CommandFailure(
            description: "\(text) is no server's address; it looks like http://127.0.0.1:8080")
        guard let separator = text.firstRange(of: "://") else { throw failure }
        switch text[..<separator.lowerBound].lowercased() {
        case "http": isSecure = false
        case "https": isSecure = true
        default: throw failure
        }
        let authority = text[separator.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        guard !authority.contains("@") else { throw failure }
        let (name, rest): (Substring, Substring)
        if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
            name = authority[authority.index(after: authority.startIndex)..<end]
            rest = authority[authority.index(after: end)...]
        } else {
            name = authority.prefix { $0 != ":" }
            rest = authority[name.endIndex...]
        }
        guard !name.isEmpty else { throw failure }
        host = String(name)
        if rest.isEmpty {
            port = isSecure ? 443 : 80
        } else {
            guard rest.first == ":", let number = UInt16(rest.dropFirst()), number > 0 else {
                throw failure
            }
            port = number
        }
    }

    var webSocket: ClientTarget {
        ClientTarget(isSecure: isSecure, host: host, port: port, path: "/ws")
    }
}
