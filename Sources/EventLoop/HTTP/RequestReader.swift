import CWebsockets

/// Reads the request that libwebsockets has just parsed.
struct RequestReader {
    let socket: LibrarySocket

    /// Nil for a method that is not served.
    func read() -> HTTPRequest? {
        guard let (method, path) = methodAndPath() else { return nil }
        var headers: [(name: HTTPRequest.Header, value: String)] = []
        for name in HTTPRequest.Header.allCases {
            if let value = socket.header(name.token) { headers.append((name, value)) }
        }
        return HTTPRequest(
            method: method, path: path, query: query(), remoteAddress: socket.peerAddress,
            headers: headers, isVersion11: socket.header(WSI_TOKEN_HTTP) == "HTTP/1.1")
    }

    /// Stands for a request of another method, which is refused without a look at it.
    func standIn() -> HTTPRequest {
        HTTPRequest(
            method: .get, path: "", query: [], remoteAddress: socket.peerAddress, headers: [],
            isVersion11: false)
    }

    private func methodAndPath() -> (HTTPRequest.Method, String)? {
        if let path = socket.header(WSI_TOKEN_GET_URI) { return (.get, path) }
        if let path = socket.header(WSI_TOKEN_POST_URI) { return (.post, path) }
        if let path = socket.header(WSI_TOKEN_HEAD_URI) { return (.head, path) }
        return nil
    }

    private func query() -> [(name: String, value: String)] {
        var fields: [(name: String, value: String)] = []
        while let part = socket.headerPart(WSI_TOKEN_HTTP_URI_ARGS, CInt(fields.count)) {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            fields.append((String(pair[0]), pair.count > 1 ? String(pair[1]) : ""))
        }
        return fields
    }
}

extension HTTPRequest.Header {
    fileprivate var token: lws_token_indexes {
        switch self {
        case .accept: WSI_TOKEN_HTTP_ACCEPT
        case .acceptEncoding: WSI_TOKEN_HTTP_ACCEPT_ENCODING
        case .authorization: WSI_TOKEN_HTTP_AUTHORIZATION
        case .connection: WSI_TOKEN_CONNECTION
        case .contentLength: WSI_TOKEN_HTTP_CONTENT_LENGTH
        case .contentType: WSI_TOKEN_HTTP_CONTENT_TYPE
        case .cookie: WSI_TOKEN_HTTP_COOKIE
        case .expect: WSI_TOKEN_HTTP_EXPECT
        case .forwardedFor: WSI_TOKEN_X_FORWARDED_FOR
        case .host: WSI_TOKEN_HOST
        case .ifModifiedSince: WSI_TOKEN_HTTP_IF_MODIFIED_SINCE
        case .ifNoneMatch: WSI_TOKEN_HTTP_IF_NONE_MATCH
        case .origin: WSI_TOKEN_ORIGIN
        case .range: WSI_TOKEN_HTTP_RANGE
        case .referer: WSI_TOKEN_HTTP_REFERER
        case .transferEncoding: WSI_TOKEN_HTTP_TRANSFER_ENCODING
        case .upgrade: WSI_TOKEN_UPGRADE
        case .userAgent: WSI_TOKEN_HTTP_USER_AGENT
        case .webSocketKey: WSI_TOKEN_KEY
        case .webSocketProtocol: WSI_TOKEN_PROTOCOL
        case .webSocketVersion: WSI_TOKEN_VERSION
        }
    }
}
