import Testing

@testable import EventLoop

@Suite struct RequestRulesTests {
    private func request(
        _ method: HTTPRequest.Method, _ headers: [HTTPRequest.Header: String], is11: Bool = true
    ) -> HTTPRequest {
        HTTPRequest(
            method: method, path: "/", query: [], remoteAddress: "",
            headers: headers.map { ($0, $1) },
            isVersion11: is11)
    }

    @Test func `the body is known from its length alone`() {
        let cases: [(HTTPRequest, RequestRules.Body?)] = [
            (request(.get, [:]), RequestRules.Body.none),
            (request(.get, [.contentLength: "0"]), RequestRules.Body.none),
            (request(.post, [.contentLength: "10"]), .bytes(10)),
            (request(.post, [.contentLength: "11"]), nil),
            (request(.post, [:]), nil),
            (request(.post, [.contentLength: "+1"]), nil),
            (request(.post, [.contentLength: ""]), nil),
            (request(.post, [.contentLength: "1, 1"]), nil),
            (request(.post, [.contentLength: "1", .transferEncoding: "chunked"]), nil),
        ]
        for (request, expected) in cases {
            let body = RequestRules.body(of: request, limit: 10)
            if let expected {
                #expect(body == expected)
            } else if case .refused = body {
            } else {
                Issue.record("\(request.headers) was taken")
            }
        }
    }

    @Test func `the connection goes on as the version and the header say`() {
        #expect(request(.get, [:]).wantsKeepAlive)
        #expect(!request(.get, [.connection: "Close"]).wantsKeepAlive)
        #expect(!request(.get, [:], is11: false).wantsKeepAlive)
        #expect(request(.get, [.connection: "Keep-Alive"], is11: false).wantsKeepAlive)
        #expect(!request(.get, [.connection: "keep-alive, close"]).wantsKeepAlive)
    }

    @Test func `lists are split at commas and compared as each header wants it`() {
        let request = request(
            .get, [.connection: "keep-alive,  Upgrade", .webSocketProtocol: "a, B ,c"])
        #expect(request.lists("upgrade", in: .connection))
        #expect(!request.lists("up", in: .connection))
        #expect(request.offers(subprotocol: "B"))
        #expect(!request.offers(subprotocol: "b"))
    }

    @Test func `a header with a line break is left out of an answer`() {
        let response = HTTPResponse(
            status: 200, headers: [("X-Good", "yes"), ("X-Bad", "no\r\nSet-Cookie: evil")])
        let head = String(decoding: response.head(date: "now", keepAlive: true), as: UTF8.self)
        #expect(head.contains("X-Good: yes\r\n"))
        #expect(!head.contains("evil"))
    }

    @Test(arguments: [
        (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
    ])
    func `dates have the form of the protocol`(instant: Int, text: String) {
        #expect(HTTPDate.format(instant) == text)
    }
}
