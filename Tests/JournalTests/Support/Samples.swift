import Journal

/// Rows to write, alike but for what a test cares about.
enum Sample {
    static func event(
        _ seq: Int64, track: String = "hill", epoch: String = "e1", run: String? = nil,
        split: String? = nil, instant: Int64? = nil, source: [UInt8]? = nil,
        body: String = #"{"at":1796000000123456}"#
    ) -> EventRow {
        EventRow(
            track: track, epoch: epoch, seq: seq, commandID: "c\(seq)",
            receivedAt: 1_796_000_000_000_000 + seq, actor: "timer", device: "phone",
            source: source, type: "splitRecorded", run: run, split: split, instant: instant,
            body: Array(body.utf8))
    }

    /// One event and what its command was answered.
    static func command(_ seq: Int64, track: String = "hill", padding: Int = 0) -> Transaction {
        let body = #"{"padding":""# + String(repeating: "x", count: padding) + #""}"#
        return Transaction(
            events: [event(seq, track: track, body: body)],
            commands: [
                CommandRow(track: track, commandID: "c\(seq)", digest: [1, 2, 3], seq: seq)
            ])
    }

    static let track = TrackRow(
        id: "hill", name: "Hill", createdAt: 1_796_000_000_000_000,
        definition: Array(#"{"laps":1}"#.utf8))

    static let session = SessionRow(
        track: "hill", id: "open", name: "Open", rank: "time", state: "running",
        definition: Array("{}".utf8))

    /// The track, its session and one runner.
    static let ground = Transaction(changes: [
        .putTrack(track), .putSession(session), .putRunner(RunnerRow(id: "ada", name: "Ada")),
    ])

    static func run(
        _ id: String, track: String = "hill", runner: String = "ada",
        status: String = "finished", startedAt: Int64? = 1_796_000_000_000_000,
        finishedAt: Int64? = nil, time: Int64? = nil
    ) -> RunRow {
        RunRow(
            track: track, id: id, session: "open", runner: runner, number: "7", status: status,
            startedAt: startedAt, finishedAt: finishedAt, time: time, laps: 1,
            verdict: "personalBest")
    }

    static func time(
        _ value: Int64, at: Int64, run: String, track: String = "hill", runner: String = "ada",
        session: String = "open", measure: String = "lap", lap: Int64 = 1
    ) -> TimeRow {
        TimeRow(
            track: track, run: run, runner: runner, session: session, measure: measure, at: at,
            value: value, lap: lap)
    }

    static func split(
        _ id: String, run: String?, track: String = "hill", checkpoint: String = "t1",
        at: Int64 = 1_796_000_041_230_000, split: Int64? = nil, segment: Int64? = nil,
        segmentVerdict: String? = nil
    ) -> SplitRow {
        SplitRow(
            track: track, id: id, run: run, checkpoint: checkpoint, lap: 1, at: at,
            uncertainty: 104_000, state: run == nil ? "unassigned" : "counted", split: split,
            segment: segment, segmentVerdict: segmentVerdict, device: "phone")
    }
}
