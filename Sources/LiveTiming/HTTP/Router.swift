import EventLoop
import SplitCore
import TimingWire

/// Which request is answered by what. Loop thread only.
final class Router {
    private let hub: Hub
    private let files: PublicFiles
    /// What phones are told of TLS.
    var secure: SecureAnswers

    init(hub: Hub, files: PublicFiles, secure: SecureAnswers) {
        self.hub = hub
        self.files = files
        self.secure = secure
    }

    func respond(to request: HTTPRequest, with responder: HTTPResponder) {
        let parts = request.path.split(separator: "/", omittingEmptySubsequences: true)
            .map(String.init)
        if request.method != .post, let answer = secure.answer(to: request.path) {
            return responder.respond(answer)
        }
        if parts.starts(with: ["api", "v1"]) {
            return answer(Array(parts.dropFirst(2)), request, responder)
        }
        guard request.method != .post else { return refuse(request, "GET, HEAD", responder) }
        switch request.path {
        case "/livez": responder.respond(Self.plain(200, "alive\n"))
        case "/readyz": responder.respond(readiness)
        case "/metrics": hub.answerMetrics(responder)
        case "/ws":
            responder.respond(
                .problem(
                    WireError(
                        .subprotocolRequired,
                        "this is where WebSockets are opened, with the subprotocol "
                            + Subprotocol.name)))
        default:
            responder.respond(
                files.answer(to: request) ?? files.missing(request) ?? Self.notFound(request))
        }
    }

    private func answer(_ parts: [String], _ request: HTTPRequest, _ responder: HTTPResponder) {
        if parts == ["commands"] {
            guard request.method == .post else { return refuse(request, "POST", responder) }
            return hub.takeCommand(request, responder)
        }
        guard request.method != .post else { return refuse(request, "GET, HEAD", responder) }
        switch (parts.count, parts.first) {
        case (1, "tracks"): hub.answerTracks(responder)
        case (2, "tracks"):
            withRoom(parts[1], responder) { hub.answerTrack($0, responder) }
        case (3, "tracks") where parts[2] == "board":
            withRoom(parts[1], responder) { hub.answerBoard($0, request, responder) }
        case (3, "tracks") where parts[2] == "runs.csv":
            withRoom(parts[1], responder) { hub.answerCSV($0, responder) }
        case (4, "tracks") where parts[2] == "sessions":
            withRoom(parts[1], responder) { hub.answerSession(parts[3], of: $0, responder) }
        case (1, "runs"): hub.answerRuns(request, responder)
        case (2, "runs"): hub.answerRun(parts[1], request, responder)
        case (1, "devices"): hub.answerDevices(request, responder)
        case (1, "runners"): hub.answerRunners(request, responder)
        case (2, "runners"): hub.answerRunner(parts[1], responder)
        default: responder.respond(Self.notFound(request))
        }
    }

    private func withRoom(
        _ id: String, _ responder: HTTPResponder, _ body: (Room) -> Void
    ) {
        guard let id = TrackID(id), let room = hub.rooms[id], room.state.definition != nil else {
            return responder.respond(
                .problem(
                    WireError(
                        .timing(.unknownTrack), field: "track", "there is no track \(id) here")))
        }
        body(room)
    }

    private func refuse(_ request: HTTPRequest, _ allowed: String, _ responder: HTTPResponder) {
        responder.respond(
            .problem(
                WireError(
                    .methodNotAllowed,
                    "\(request.path) takes \(allowed), not \(request.method.rawValue)"),
                headers: [("Allow", allowed)]))
    }

    private static func notFound(_ request: HTTPRequest) -> HTTPResponse {
        .problem(WireError(.notFound, "there is nothing at \(request.path)"))
    }

    static func plain(_ status: Int, _ text: String) -> HTTPResponse {
        var response = HTTPResponse(
            status: status, contentType: "text/plain; charset=utf-8", text: text)
        response.headers += [("Cache-Control", "no-store")] + HTTPResponse.securityHeaders
        return response
    }

    private var readiness: HTTPResponse {
        switch hub.storage {
        case .healthy: Self.plain(200, "ready\n")
        case .slow: Self.plain(503, "the disk is slow: what came waits for one commit\n")
        case .failing(_, let reason): Self.plain(503, "the disk takes no events: \(reason)\n")
        }
    }
}
