/// A request as it was received, body included. A value: it may be kept, and may leave the thread.
public struct HTTPRequest: Sendable {
    public enum Method: String, Sendable {
        case get = "GET"
        case head = "HEAD"
        case post = "POST"
    }

    /// The headers that are kept of a request; each is named as in the protocol, in lower case.
    public enum Header: String, CaseIterable, Sendable {
        case accept
        case acceptEncoding = "accept-encoding"
        case authorization
        case connection
        case contentLength = "content-length"
        case contentType = "content-type"
        case cookie
        case expect
        case forwardedFor = "x-forwarded-for"
        case host
        case ifModifiedSince = "if-modified-since"
        case ifNoneMatch = "if-none-match"
        case origin
        case range
        case referer
        case transferEncoding = "transfer-encoding"
        case upgrade
        case userAgent = "user-agent"
        case webSocketKey = "sec-websocket-key"
        case webSocketProtocol = "sec-websocket-protocol"
        case webSocketVersion = "sec-websocket-version"
    }

    public let method: Method
    /// The path, percent-decoded, with `.` and `..` resolved.
    public let path: String
    /// The fields of the query in order, percent-decoded. A `+` stays a plus.
    public let query: [(name: String, value: String)]
    public internal(set) var body: [UInt8] = []
    /// The peer's address as the socket knows it; a proxy's where there is one.
    public let remoteAddress: String

    let headers: [(name: Header, value: String)]
    let isVersion11: Bool

    public subscript(header: Header) -> String? {
        headers.first { $0.name == header }?.value
    }

    /// The first field of the query with this name.
    public func queryValue(_ name: String) -> String? {
        query.first { $0.name == name }?.value
    }

    /// Whether a comma-separated header lists a token, whatever its case.
    public func lists(_ token: String, in header: Header) -> Bool {
        guard let value = self[header] else { return false }
        return value.split(separator: ",").contains {
            $0.trimmed.lowercased() == token.lowercased()
        }
    }

    /// Whether the client takes bodies in this coding: it lists it, with no weight of 0.
    public func accepts(coding: String) -> Bool {
        guard let value = self[.acceptEncoding] else { return false }
        return value.split(separator: ",").contains { entry in
            let parts = entry.split(separator: ";")
            guard parts.first?.trimmed.lowercased() == coding else { return false }
            return !parts.dropFirst().contains { parameter in
                let weight = parameter.filter { $0 != " " }.lowercased()
                return weight.hasPrefix("q=0") && Double(weight.dropFirst(2)) == 0
            }
        }
    }

    /// Whether the client has what this entity tag is of: compared weakly (RFC 9110, section 13.1.2).
    public func hasCached(tag: String) -> Bool {
        func opaque(_ tag: Substring) -> Substring { tag.hasPrefix("W/") ? tag.dropFirst(2) : tag }
        guard let value = self[.ifNoneMatch] else { return false }
        return value.split(separator: ",").contains {
            let listed = $0.trimmed
            return listed == "*" || opaque(listed) == opaque(tag[...])
        }
    }

    /// Whether the client offers this WebSocket subprotocol. The names are case-sensitive.
    public func offers(subprotocol: String) -> Bool {
        guard let value = self[.webSocketProtocol] else { return false }
        return value.split(separator: ",").contains { $0.trimmed == subprotocol }
    }

    /// Whether the connection shall go on after the answer.
    var wantsKeepAlive: Bool {
        lists("close", in: .connection)
            ? false : isVersion11 || lists("keep-alive", in: .connection)
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        var part = drop(while: isBlank)
        while let last = part.last, isBlank(last) { part.removeLast() }
        return part
    }
}
