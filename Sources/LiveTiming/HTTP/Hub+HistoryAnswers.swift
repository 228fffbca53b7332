import EventLoop
import Journal
import SplitCore
import TimingWire

/// Answers from the history on disk; the reader's thread finds them.
extension Hub {
    func answerRuns(_ request: HTTPRequest, _ responder: HTTPResponder) {
        let filter: RunFilter
        do throws(WireError) {
            filter = try RunFilter(request)
        } catch {
            return responder.respond(.problem(error))
        }
        if filter.status == Status.running.rawValue { return answerRunsOut(filter, responder) }
        read(responder) { history throws(JournalError) in
            .json(try RunPage(filter, in: history))
        }
    }

    /// Runs that are out, from memory, once all that is shown of them is durable.
    private func answerRunsOut(_ filter: RunFilter, _ responder: HTTPResponder) {
        let rooms = rooms.values.filter { filter.track == nil || $0.id.text == filter.track }
        let answer = HTTPResponse.json(RunPage(outOn: rooms, filter, names: registry))
        respond(answer, whenDurable: rooms.map(\.log) + [registryLog], responder)
    }

    /// A run of the history, or one that is out now.
    func answerRun(_ id: String, _ request: HTTPRequest, _ responder: HTTPResponder) {
        let track = request.queryValue("track")
        let known = RunID(id).map { run in
            rooms.values.filter { track == nil || track == $0.id.text }.compactMap { room in
                room.state.view(of: run, names: registry).map { (room: room, view: $0) }
            }
        }
        guard let (room, view) = known?.first(where: { !$0.view.hasEnded }) ?? known?.first else {
            return answerStoredRun(id, track, responder)
        }
        // The tables have a run that has just ended once that is on disk; what they have is all that
        // can be said of one while the disk takes nothing.
        if case .failing = storage, view.hasEnded { return answerStoredRun(id, track, responder) }
        let named = room.named(view)
        let splits = view.splits.map { SplitRow($0, run: view.id, track: room.id) }
        let course = room.state.definition.map { TrackCourse(id: room.id.text, definition: $0) }
        room.log.whenDurable(room.log.appliedSeq) { outcome in
            switch outcome {
            case .durable where view.hasEnded: self.answerStoredRun(id, track, responder)
            case .durable:
                self.read(responder) { history throws(JournalError) in
                    let report = try RunReport(named, splits: splits, on: course, in: history)
                    return .json { $0.run(report) }
                }
            case .lost: responder.respond(.problem(.storageUnavailable(nil)))
            }
        }
    }

    private func answerStoredRun(_ id: String, _ track: String?, _ responder: HTTPResponder) {
        read(responder) { history throws(JournalError) in
            let report = try history.snapshot { () throws(JournalError) -> RunReport? in
                guard let run = try history.run(id, track: track) else { return nil }
                let course = try history.track(run.run.track).flatMap { TrackCourse($0) }
                return try RunReport(run.named, splits: run.splits, on: course, in: history)
            }
            guard let report else {
                return .problem(
                    WireError(.timing(.unknownRun), field: "run", "there is no run \(id) here"))
            }
            return .json { $0.run(report) }
        }
    }

    func answerRunners(_ request: HTTPRequest, _ responder: HTTPResponder) {
        let name = request.queryValue("name") ?? ""
        read(responder) { history throws(JournalError) in
            let runners = try history.runners(named: name)
            return .json { writer in
                writer.beginObject()
                writer.key("runners")
                writer.beginArray()
                for runner in runners { writer.runner(runner) }
                writer.endArray()
                writer.endObject()
            }
        }
    }

    func answerRunner(_ id: String, _ responder: HTTPResponder) {
        read(responder) { history throws(JournalError) in
            guard let runner = try history.runner(id) else {
                return .problem(
                    WireError(
                        .timing(.unknownRunner), field: "runner", "there is no runner \(id) here"))
            }
            let records = try RunnerRecord.records(of: id, in: history)
            let page = try RunPage(RunFilter(runner: id), in: history)
            return .json { writer in
                writer.beginObject()
                writer.fields(of: runner)
                writer.records(records)
                writer.runs(page)
                writer.endObject()
            }
        }
    }

    func answerCSV(_ room: Room, _ responder: HTTPResponder) {
        let (id, name) = (room.id.text, room.state.definition?.name ?? room.id.text)
        let digits = room.state.definition?.rounding.digits ?? 3
        read(responder) { history throws(JournalError) in
            var csv = RunsCSV(track: name, digits: digits)
            var cursor: RunCursor?
            while true {
                let chunk = try history.chunk(ofRunsOf: id, after: cursor, limit: 500)
                guard let last = chunk.last else { break }
                for run in chunk { csv.append(run) }
                cursor = RunCursor(of: last.run)
            }
            return HTTPResponse(
                status: 200,
                headers: [
                    ("Content-Type", "text/csv; charset=utf-8; header=present"),
                    ("Content-Disposition", "attachment; filename=\"\(id)-runs.csv\""),
                    ("Cache-Control", "no-cache"),
                ] + HTTPResponse.securityHeaders, body: csv.bytes)
        }
    }

    private func read(
        _ responder: HTTPResponder,
        _ query: @escaping @Sendable (History) throws(JournalError) -> HTTPResponse
    ) {
        reader.read(query) { result in
            switch result {
            case .success(let response): responder.respond(response)
            case .failure(let error):
                responder.respond(
                    .problem(WireError(.internalError, "the history cannot be read: \(error)")))
            }
        }
    }
}

extension HTTPResponse {
    fileprivate static func json(_ page: RunPage) -> HTTPResponse {
        .json { writer in
            writer.beginObject()
            writer.runs(page)
            writer.endObject()
        }
    }
}

extension Room {
    /// A run in memory, as the history names it.
    func named(_ run: RunID, names: RunnerRegistry) -> NamedRun? {
        state.view(of: run, names: names).map(named)
    }

    fileprivate func named(_ view: RunView) -> NamedRun {
        NamedRun(
            run: RunRow(view, track: id, place: nil), runnerName: view.head.runner.name,
            trackName: state.definition?.name, sessionName: state.session(view.head.session)?.name)
    }
}

extension RunFilter {
    /// The query of `/api/v1/runs`: `track`, `runner`, `status`, `since`, `before`, `limit`.
    fileprivate init(_ request: HTTPRequest) throws(WireError) {
        let known = ["track", "runner", "status", "since", "before", "limit"]
        if let unknown = request.query.first(where: { !known.contains($0.name) }) {
            throw WireError(
                .invalidValue, field: unknown.name, values: known,
                "\(unknown.name) is no filter; there are \(known.joined(separator: ", "))")
        }
        self.init(
            track: request.queryValue("track"), runner: request.queryValue("runner"),
            status: request.queryValue("status"))
        if let status, Status(rawValue: status) == nil {
            throw WireError(
                .invalidValue, field: "status", values: Status.allCases.map(\.rawValue),
                "\(status) is no status of a run")
        }
        if let text = request.queryValue("limit") {
            guard let limit = Int(text), (1...Self.maximumLimit).contains(limit) else {
                throw WireError(
                    .invalidValue, field: "limit",
                    "limit is a whole number from 1 to \(Self.maximumLimit), not \(text)")
            }
            self.limit = limit
        }
        if let text = request.queryValue("since") {
            guard let since = Int64(text) else {
                throw WireError(
                    .invalidValue, field: "since",
                    "since is an instant in microseconds since 1970, not \(text)")
            }
            self.since = since
        }
        if let text = request.queryValue("before") {
            let parts = text.split(separator: "~", omittingEmptySubsequences: false).map(
                String.init)
            guard let at = parts.first.flatMap({ Int64($0) }), parts.count == 1 || parts.count == 3
            else {
                throw WireError(
                    .invalidValue, field: "before",
                    "before is an instant in microseconds since 1970, or `next` of the page before")
            }
            before =
                parts.count == 3
                ? RunCursor(at: at, id: parts[2], track: parts[1]) : RunCursor(at: at)
        }
    }
}
