import EventLoop
import Journal
import SplitCore
import TimingWire

/// Answers about tracks and their boards: from memory, and of what is durable.
extension Hub {
    func answerTracks(_ responder: HTTPResponder) {
        let summaries = rooms.values.compactMap(\.summary).sorted { left, right in
            if left.live != right.live { return left.live }
            let (old, new) = (left.lastActivity?.microseconds, right.lastActivity?.microseconds)
            return old != new ? old ?? 0 > new ?? 0 : left.id < right.id
        }
        responder.respond(.json { $0.tracks(summaries) })
    }

    func answerTrack(_ room: Room, _ responder: HTTPResponder) {
        // A track that was just created is shown once that is on disk.
        whenPublished(room) { _ in
            guard let summary = room.summary else {
                return responder.respond(.problem(Self.notStored(room)))
            }
            responder.respond(.json { summary.write(to: &$0) })
        }
    }

    /// A session with its start list, once all that it shows is durable.
    func answerSession(_ id: String, of room: Room, _ responder: HTTPResponder) {
        guard let id = SessionID(id), let session = room.state.session(id),
            let list = room.state.startList(of: id)
        else {
            return responder.respond(
                .problem(
                    WireError(
                        .timing(.unknownSession), field: "session",
                        "there is no session \(id) on track \(room.id)")))
        }
        let answer = HTTPResponse.json {
            SessionReport(session: session, list: list, name: registry.name).write(to: &$0)
        }
        respond(answer, whenDurable: [room.log, registryLog], responder)
    }

    /// Sends an answer that was made from memory once all of these logs, as they are now, are durable.
    func respond(_ answer: HTTPResponse, whenDurable logs: [DurableLog], _ responder: HTTPResponder)
    {
        guard let log = logs.first else { return responder.respond(answer) }
        log.whenDurable(log.appliedSeq) { outcome in
            switch outcome {
            case .durable: self.respond(answer, whenDurable: Array(logs.dropFirst()), responder)
            case .lost: responder.respond(.problem(.storageUnavailable(nil)))
            }
        }
    }

    private static func notStored(_ room: Room) -> WireError {
        WireError(.storageUnavailable, field: "track", notStored(room.id))
    }

    /// The board, written and compressed once for each `seq`.
    func answerBoard(_ room: Room, _ request: HTTPRequest, _ responder: HTTPResponder) {
        whenPublished(room) { board in
            guard let board else { return responder.respond(.problem(Self.notStored(room))) }
            let tag = BoardVersion(board, banner: self.banner).entityTag(server: self.serverID)
            let headers =
                [
                    ("ETag", tag), ("Cache-Control", "no-cache"), ("Vary", "Accept-Encoding"),
                ] + HTTPResponse.securityHeaders
            guard !request.hasCached(tag: tag) else {
                return responder.respond(HTTPResponse(status: 304, headers: headers))
            }
            let written = self.written(board, of: room)
            let whole = HTTPResponse(
                status: 200,
                headers: headers + [("Content-Type", "application/json; charset=utf-8")],
                body: written.plain)
            guard request.accepts(coding: "gzip") else { return responder.respond(whole) }
            self.boardCompressor.compress(written, of: room.id) {
                var answer = whole
                if case .done(let bytes) = written.compressed {
                    answer.headers.append(("Content-Encoding", "gzip"))
                    answer.body = bytes
                }
                responder.respond(answer)
            } otherwise: {
                // The room may be another one by now: its state was read anew.
                self.answerBoard(self.rooms[room.id] ?? room, request, responder)
            }
        }
    }

    /// The published board of a room in writing; written anew only where it has changed.
    private func written(_ board: Board, of room: Room) -> WrittenBoard {
        let version = BoardVersion(board, banner: banner)
        if let kept = room.broadcast.written, kept.version == version { return kept }
        let written = WrittenBoard(board, banner: banner, now: clock.now)
        room.broadcast.written = written
        return written
    }

    /// Figures for Prometheus.
    func answerMetrics(_ responder: HTTPResponder) {
        let asked = isStopping ? Array(stands.prefix(1)) : stands
        let gathering = FigureGathering(of: asked.count) { [unowned self] in
            responder.respond(metrics($0))
        }
        let gathered = LoopReference(gathering, on: loop)
        for (number, stand) in asked.enumerated() {
            // All are asked at once, before any of them could be told to stop.
            stand.perform { stand in
                let figures = stand.takeFigures()
                gathered.perform { $0.take(figures, from: number) }
            }
        }
    }

    /// Prometheus' text format.
    private func metrics(_ byStand: [StandFigures]) -> HTTPResponse {
        let stands = byStand.reduce(into: StandFigures()) { $0.add($1) }
        let journal = journal.statistics
        let callbacks = stands.callbacks
        let figures: [(name: String, kind: String, help: String, value: Int64)] = [
            ("connections", "gauge", "WebSockets open", Int64(stands.connections)),
            ("subscribers", "gauge", "subscriptions to boards", Int64(stands.subscribers)),
            ("tracks", "gauge", "tracks known", Int64(rooms.count)),
            (
                "runs_running", "gauge", "runs that are out",
                Int64(rooms.values.reduce(0) { $0 + $1.state.runningCount })
            ),
            (
                "runs_in_memory", "gauge", "runs in memory, the others being on disk alone",
                Int64(rooms.values.reduce(0) { $0 + $1.state.allRuns.count })
            ),
            ("commands_total", "counter", "commands received", Int64(statistics.commands)),
            ("refusals_total", "counter", "commands refused", Int64(statistics.refusals)),
            ("events_total", "counter", "events applied", Int64(statistics.events)),
            ("frames_total", "counter", "board frames sent", Int64(stands.frames)),
            (
                "frames_behind_total", "counter", "frames a slow socket did not take",
                Int64(stands.framesBehind)
            ),
            ("catch_ups_total", "counter", "frames for those behind", Int64(stands.catchUps)),
            ("snapshots_total", "counter", "whole boards sent", Int64(stands.snapshots)),
            (
                "beats_missed_total", "counter",
                "frames left out by a loop that was still busy with the one before",
                Int64(stands.beatsMissed)
            ),
            (
                "archive_reads_total", "counter", "times a command asked the disk first",
                Int64(statistics.consultations)
            ),
            ("journal_commits_total", "counter", "commits to disk", journal.commits),
            ("journal_failures_total", "counter", "commits that failed", journal.failures),
            (
                "journal_checkpoint_failures_total", "counter",
                "checkpoints that failed; the log file grows until one succeeds",
                journal.checkpointFailures
            ),
            ("journal_waiting", "gauge", "transactions that wait", Int64(journal.waiting)),
            (
                "loop_callbacks_total", "counter", "callbacks of the loops", Int64(callbacks.count)
            ),
            (
                "loop_slow_callbacks_total", "counter",
                "callbacks that took over 5 ms of processor time", Int64(callbacks.slow)
            ),
        ]
        let longest = callbacks.longest.span.microseconds
        let text =
            figures.map { Self.metric($0.name, $0.kind, $0.help, "\($0.value)") }.joined()
            + Self.metric(
                "loop_callback_seconds", "gauge",
                "the most processor time that a callback took since the last look",
                // Seconds with six digits, exactly.
                "\(longest / 1_000_000).\(String(1_000_000 + longest % 1_000_000).dropFirst())")
            + Self.metric(
                "loop_connections", "gauge", "WebSockets open, by loop",
                byLabel: byStand.enumerated().map { ("loop=\"\($0)\"", "\($1.connections)") })
        return Router.plain(200, text)
    }

    private static func metric(
        _ name: String, _ kind: String, _ help: String, _ value: String
    ) -> String {
        metric(name, kind, help, byLabel: [("", value)])
    }

    private static func metric(
        _ name: String, _ kind: String, _ help: String, byLabel: [(label: String, value: String)]
    ) -> String {
        let lines = byLabel.map { label, value in
            "livetiming_\(name)\(label.isEmpty ? "" : "{\(label)}") \(value)\n"
        }
        return "# HELP livetiming_\(name) \(help)\n# TYPE livetiming_\(name) \(kind)\n"
            + lines.joined()
    }
}

/// Figures of stands as they come in, each from its own loop.
private final class FigureGathering {
    private var found: [StandFigures?]
    private let then: ([StandFigures]) -> Void

    init(of count: Int, then: @escaping ([StandFigures]) -> Void) {
        found = Array(repeating: nil, count: count)
        self.then = then
    }

    func take(_ figures: StandFigures, from number: Int) {
        found[number] = figures
        let all = found.compactMap(\.self)
        if all.count == found.count { then(all) }
    }
}
