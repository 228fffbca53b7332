/// Why the loop refuses a request by itself, before any handler sees it.
public struct Refusal: Sendable {
    public var status: Int
    /// For people: what was wrong, or what would be right.
    public var sentence: String
    /// What the protocol wants beside the status; they are added to the answer.
    public var headers: [(name: String, value: String)]

    init(_ status: Int, _ sentence: String, _ headers: [(name: String, value: String)] = []) {
        self.status = status
        self.sentence = sentence
        self.headers = headers
    }

    static let methodNotAllowed = Refusal(
        405, "Only GET, HEAD and POST are served.", [("Allow", "GET, HEAD, POST")])
}

extension HTTPResponse {
    /// A refusal as a plain sentence.
    public init(plain refusal: Refusal) {
        self.init(
            status: refusal.status, contentType: "text/plain; charset=utf-8",
            text: refusal.sentence + "\n")
    }
}

extension Configuration {
    func response(to refusal: Refusal) -> HTTPResponse {
        var response = wordRefusal(refusal)
        response.headers += refusal.headers
        return response
    }
}
