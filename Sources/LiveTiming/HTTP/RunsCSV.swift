import Journal
import SplitCore

/// The runs of a track as a table: one line a run, with the splits that count behind it.
///
/// RFC 4180: CRLF, cells quoted where they need it. Times stand twice: as text for people, and in
/// whole milliseconds for programs. A cell that a spreadsheet would take for a formula is guarded.
struct RunsCSV: Sendable {
    private(set) var bytes: [UInt8] = []
    private let track: String
    /// Of a second, in the times as text.
    private let format: TimeFormat

    private static let columns = [
        "track", "session", "place", "number", "runner", "runner_id", "category", "team", "status",
        "started_at", "finished_at", "time", "time_ms", "laps", "best_lap", "best_lap_ms",
        "verdict", "corrected", "voided", "run_id", "splits", "splits_ms",
    ]

    init(track: String, digits: Int) {
        self.track = track
        format = TimeFormat(digits: digits)
        // Tells spreadsheets that the text is UTF-8.
        bytes += [0xEF, 0xBB, 0xBF]
        line(Self.columns)
    }

    mutating func append(_ run: RunWithSplits) {
        let row = run.run
        let counted = run.splits.filter { $0.state == CaptureState.counted.rawValue }
        line([
            track, run.named.sessionName ?? row.session, row.place.map(String.init) ?? "",
            row.number ?? "", run.named.runnerName ?? row.runner, row.runner, row.category ?? "",
            row.team ?? "", row.status, instant(row.startedAt), instant(row.finishedAt),
            text(row.time), milliseconds(row.time), String(row.laps), text(row.bestLap),
            milliseconds(row.bestLap), row.verdict ?? "", row.corrected ? "yes" : "no",
            row.voided ? "yes" : "no", row.id,
            counted.map { text($0.split) }.joined(separator: " "),
            counted.map { milliseconds($0.split) }.joined(separator: " "),
        ])
    }

    private mutating func line(_ cells: [String]) {
        bytes += Array(cells.map(Self.cell).joined(separator: ",").utf8)
        bytes += [13, 10]
    }

    /// Quoted where it must be. What begins like a formula gets an apostrophe before it, which
    /// spreadsheets take as "this is text".
    static func cell(_ text: String) -> String {
        var text = text
        if let first = text.unicodeScalars.first, "=+-@\t\r".unicodeScalars.contains(first) {
            text = "'" + text
        }
        guard text.unicodeScalars.contains(where: { "\",\r\n".unicodeScalars.contains($0) }) else {
            return text
        }
        var quoted = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" { quoted.unicodeScalars.append("\"") }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + "\""
    }

    private func text(_ span: Int64?) -> String {
        span.map { format.elapsed(TimeSpan(microseconds: $0)) } ?? ""
    }

    private func milliseconds(_ span: Int64?) -> String {
        // Towards the smaller time, as the text is.
        span.map { String(($0 - (($0 % 1000) + 1000) % 1000) / 1000) } ?? ""
    }

    private func instant(_ at: Int64?) -> String {
        at.map(utcText) ?? ""
    }
}
