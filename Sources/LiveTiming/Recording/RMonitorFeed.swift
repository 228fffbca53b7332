/// A recorded RMonitor feed, read as a whole: its records in order, and what could not be read.
struct RMonitorFeed: Equatable, Sendable {
    struct Line: Equatable, Sendable {
        /// The first line is 1.
        let number: Int
        /// As it came, without its end.
        let text: String
        let record: RMonitorRecord
    }

    private(set) var lines: [Line] = []
    /// How often each kind of record occurs that this reader doesn't know.
    private(set) var unknown: [String: Int] = [:]
    private(set) var problems: [RMonitorProblem] = []

    /// Lines end in LF, CRLF or CR. Each one is UTF-8, else taken for Latin-1, which the older
    /// timing systems write. Empty lines are passed over.
    init(bytes: [UInt8]) {
        var number = 0
        var start = bytes.startIndex
        let isMarked = bytes.starts(with: [0xEF, 0xBB, 0xBF])  // a UTF-8 byte order mark
        if isMarked { start += 3 }
        while start < bytes.endIndex {
            let end = bytes[start...].firstIndex { $0 == 10 || $0 == 13 } ?? bytes.endIndex
            number += 1
            take(bytes[start..<end], number: number)
            start = end + 1
            if end + 1 < bytes.endIndex, bytes[end] == 13, bytes[end + 1] == 10 { start += 1 }
        }
    }

    private mutating func take(_ bytes: ArraySlice<UInt8>, number: Int) {
        let text =
            String(validating: bytes, as: UTF8.self)
            ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        guard !text.trimmingSpaces.isEmpty else { return }
        do throws(MalformedRecord) {
            if let record = try RMonitorRecord.parse(text) {
                lines.append(Line(number: number, text: text, record: record))
            } else {
                unknown[RMonitorRecord.kind(of: text), default: 0] += 1
            }
        } catch {
            problems.append(RMonitorProblem(line: number, reason: error.reason))
        }
    }
}
