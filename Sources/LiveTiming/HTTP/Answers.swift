import EventLoop
import SplitCore
import TimingWire

extension HTTPResponse {
    /// Headers that every answer carries: pages load nothing from elsewhere and run no inline script.
    static let securityHeaders: [(name: String, value: String)] = [
        (
            "Content-Security-Policy",
            "default-src 'self'; connect-src 'self' ws: wss:; img-src 'self' data:; "
                + "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
        ),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
    ]

    static func json(_ status: Int = 200, _ write: (inout JSONWriter) -> Void) -> HTTPResponse {
        var writer = JSONWriter(capacity: 1024)
        write(&writer)
        return HTTPResponse(
            status: status,
            headers: [
                ("Content-Type", "application/json; charset=utf-8"), ("Cache-Control", "no-cache"),
            ] + securityHeaders, body: writer.bytes)
    }

    /// An error as a problem document, with the same code as on the socket.
    static func problem(
        _ error: WireError, status: HTTPStatus? = nil,
        headers: [(name: String, value: String)] = []
    ) -> HTTPResponse {
        let problem = ProblemDetails(error, status: status)
        var writer = JSONWriter(capacity: 512)
        problem.write(to: &writer)
        return HTTPResponse(
            status: problem.status.rawValue,
            headers: [
                ("Content-Type", ProblemDetails.contentType), ("Cache-Control", "no-store"),
            ] + securityHeaders + headers, body: writer.bytes)
    }

    /// What the loop refuses by itself, in the same form.
    static func problem(_ refusal: Refusal) -> HTTPResponse {
        let code: WireError.Code =
            switch refusal.status {
            case 405, 501: .methodNotAllowed
            case 413: .messageTooLarge
            case 503: .unavailable
            default: .malformed
            }
        return problem(
            WireError(code, refusal.sentence), status: HTTPStatus(rawValue: refusal.status))
    }
}
