import EventLoop
import SplitCore
import TimingWire

/// Commands over HTTP: the same objects as on the socket, with the token in a header.
extension Hub {
    func takeCommand(_ request: HTTPRequest, _ responder: HTTPResponder) {
        let role: Role
        do throws(WireError) {
            role = try self.role(of: request)
        } catch {
            return responder.respond(.unauthorised(error))
        }
        guard Self.isJSON(request[.contentType]) else {
            return responder.respond(
                .problem(
                    WireError(
                        .unsupportedMediaType,
                        "a command is JSON; say so with the header Content-Type: application/json"
                    )))
        }
        do throws(WireError) {
            let message = try CommandMessage(reading: request.body)
            take(message, from: Sender(role: role, device: nil)) { answer in
                if case .error(let error) = answer {
                    responder.respond(.problem(error))
                } else {
                    responder.respond(.json { answer.write(to: &$0) })
                }
            }
        } catch {
            responder.respond(.problem(error))
        }
    }

    private static func isJSON(_ type: String?) -> Bool {
        let name = type?.prefix { $0 != ";" }.lowercased() ?? ""
        return name.filter { $0 != " " } == "application/json"
    }
}
