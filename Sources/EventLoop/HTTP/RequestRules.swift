/// What the protocol itself says about a request, before any handler sees it.
enum RequestRules {
    enum Body: Equatable {
        case none
        case bytes(Int)
        /// The request cannot be taken, and where its body ends is unknown or too far away.
        case refused(status: Int, sentence: String)
    }

    static func body(of request: HTTPRequest, limit: Int) -> Body {
        if request[.transferEncoding] != nil {
            return .refused(status: 411, sentence: "Send the body with a Content-Length.")
        }
        guard let text = request[.contentLength] else {
            return request.method == .post
                ? .refused(status: 411, sentence: "A POST needs a Content-Length.") : .none
        }
        // Digits only: anything else is read in different ways by different parties.
        guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) else {
            return .refused(status: 400, sentence: "The Content-Length is not a number.")
        }
        guard let count = Int(text), count <= limit else {
            return .refused(status: 413, sentence: "The body is larger than \(limit) bytes.")
        }
        return count == 0 ? .none : .bytes(count)
    }

    /// What is wrong with a request for a WebSocket (RFC 6455, section 4.2.1), if anything.
    static func upgradeFault(in request: HTTPRequest) -> Refusal? {
        guard request.method == .get, request.isVersion11 else {
            return Refusal(400, "A WebSocket is asked for by GET in HTTP/1.1.")
        }
        guard request.lists("upgrade", in: .connection) else {
            return Refusal(400, "The Connection header does not ask for an upgrade.")
        }
        guard request[.webSocketVersion] == "13" else {
            return Refusal(
                426, "This server speaks version 13 of the WebSocket protocol.",
                [("Sec-WebSocket-Version", "13"), ("Upgrade", "websocket")])
        }
        guard let key = request[.webSocketKey], key.utf8.count == 24, key.hasSuffix("==") else {
            return Refusal(400, "The Sec-WebSocket-Key is not 16 bytes in Base64.")
        }
        // libwebsockets reads both into small buffers and would drop the connection.
        let longest = 120
        guard (request[.connection] ?? "").utf8.count <= longest,
            (request[.webSocketProtocol] ?? "").utf8.count <= longest
        else {
            return Refusal(400, "A header of the upgrade is longer than \(longest) bytes.")
        }
        return nil
    }
}
