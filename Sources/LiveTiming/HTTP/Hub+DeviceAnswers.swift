import EventLoop
import SplitCore
import TimingWire

/// What race control asks about the devices that time.
extension Hub {
    func answerDevices(_ request: HTTPRequest, _ responder: HTTPResponder) {
        do throws(WireError) {
            let role = try role(of: request)
            guard role >= .control else {
                throw WireError(
                    .timing(.notAllowed),
                    "the role \(role.rawValue) may not see the devices; race control may, with its "
                        + "token in the header Authorization: Bearer TOKEN")
            }
            responder.respond(
                .json { DeviceReport.write(devices.reports, at: clock.now, to: &$0) })
        } catch {
            responder.respond(.unauthorised(error))
        }
    }

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
