/// An answer to a request. `Content-Length`, `Date` and `Connection` are added on the way out.
public struct HTTPResponse: Sendable {
    public var status: Int
    /// Header names and values as they go out. One with a line break is left out.
    public var headers: [(name: String, value: String)]
    /// The body. An array is shared, not copied, so one kept in a cache is sent from there.
    public var body: [UInt8]

    public init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    public init(status: Int, contentType: String, text: String) {
        self.init(
            status: status, headers: [("Content-Type", contentType)], body: Array(text.utf8))
    }

    /// Whether the status forbids a body.
    var isBodiless: Bool { status == 204 || status == 304 || status < 200 }

    /// The status line and headers.
    func head(date: String, keepAlive: Bool) -> [UInt8] {
        var text = "HTTP/1.1 \(status) \(Self.reason(status))\r\n"
        for (name, value) in headers {
            // Dropped rather than sent: a line break in a value would forge headers.
            if (name + value).utf8.contains(where: { $0 == 13 || $0 == 10 || $0 == 0 }) { continue }
            text += "\(name): \(value)\r\n"
        }
        if !isBodiless { text += "Content-Length: \(body.count)\r\n" }
        text += "Date: \(date)\r\n"
        if !keepAlive { text += "Connection: close\r\n" }
        return Array((text + "\r\n").utf8)
    }

    private static func reason(_ status: Int) -> String {
        switch status {
        case 100: "Continue"
        case 200: "OK"
        case 201: "Created"
        case 202: "Accepted"
        case 204: "No Content"
        case 301: "Moved Permanently"
        case 302: "Found"
        case 303: "See Other"
        case 304: "Not Modified"
        case 307: "Temporary Redirect"
        case 308: "Permanent Redirect"
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 406: "Not Acceptable"
        case 408: "Request Timeout"
        case 409: "Conflict"
        case 411: "Length Required"
        case 413: "Content Too Large"
        case 415: "Unsupported Media Type"
        case 422: "Unprocessable Content"
        case 426: "Upgrade Required"
        case 429: "Too Many Requests"
        case 500: "Internal Server Error"
        case 501: "Not Implemented"
        case 503: "Service Unavailable"
        default: "Status \(status)"
        }
    }
}
