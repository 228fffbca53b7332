internal import Certificates
import EventLoop
import TimingWire

/// What a phone needs to trust this server. All of it may be known to anyone; it holds no key.
struct SecureAnswers: Sendable {
    /// The port that TLS is spoken on; nil where it is not.
    private let port: Int?
    private let authority: Certificate?
    /// The address of the page that tells all this, for other phones.
    private let page: String

    init(port: Int?, authority: Certificate?, page: String) {
        self.port = port
        self.authority = authority
        self.page = page
    }

    /// Nil where something else is asked for.
    func answer(to path: String) -> HTTPResponse? {
        switch path {
        case "/api/v1/secure": state
        case "/authority.crt": authority.map(file)
        case "/secure.svg": QRCode(page).map(picture)
        default: nil
        }
    }

    private var state: HTTPResponse {
        .json { writer in
            writer.beginObject()
            writer.key("port")
            if let port { writer.integer(Int64(port)) } else { writer.null() }
            writer.key("authority")
            if let authority {
                writer.beginObject()
                writer.field("fingerprint", authority.fingerprint)
                writer.field("validUntil", authority.end)
                writer.endObject()
            } else {
                writer.null()
            }
            writer.field("page", page)
            writer.endObject()
        }
    }

    /// Without a file's name for it: an iPhone takes up as a profile what comes by its type alone.
    private func file(_ authority: Certificate) -> HTTPResponse {
        HTTPResponse(
            status: 200,
            headers: [
                ("Content-Type", "application/x-x509-ca-cert"),
                ("Cache-Control", "no-cache"),
            ] + HTTPResponse.securityHeaders, body: authority.der)
    }

    private func picture(_ code: QRCode) -> HTTPResponse {
        var response = HTTPResponse(status: 200, contentType: "image/svg+xml", text: code.svg)
        response.headers += [("Cache-Control", "no-cache")] + HTTPResponse.securityHeaders
        return response
    }
}
