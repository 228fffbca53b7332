import EventLoop
import SplitCore
import TimingWire

/// Who asks over HTTP.
extension Hub {
    /// The role that a request's token gives; without one it is a spectator's.
    func role(of request: HTTPRequest) throws(WireError) -> Role {
        guard let header = request[.authorization] else { return .spectator }
        guard header.lowercased().hasPrefix("bearer "),
            let role = tokens.role(forToken: String(header.dropFirst("bearer ".count)))
        else {
            throw WireError(
                .unauthorized,
                "the token is not known here; it goes in the header Authorization: Bearer TOKEN")
        }
        return role
    }
}

extension HTTPResponse {
    /// An error, with how to say who one is where that is what it is about.
    static func unauthorised(_ error: WireError) -> HTTPResponse {
        .problem(
            error, headers: error.code == .unauthorized ? [("WWW-Authenticate", "Bearer")] : [])
    }
}
