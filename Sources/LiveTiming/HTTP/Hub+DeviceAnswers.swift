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
}
