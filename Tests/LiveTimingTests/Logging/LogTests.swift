import FoundationEssentials
import Glibc
import Testing

@testable import LiveTiming

@Suite("Log")
struct LogTests {
    @Test("a record is one line with its time, level, message and fields")
    func line() {
        #expect(
            logLine(
                .info, "listening", ["host": "0.0.0.0", "port": 8080], at: 1_796_030_102_123_456)
                == "2026-11-30T09:15:02.123456Z info listening host=0.0.0.0 port=8080\n")
    }

    @Test(
        "a field that isn't bare is quoted, and nothing in it can end the line",
        arguments: [
            ("", #""""#), ("a b", #""a b""#), ("a=b", #""a=b""#), (#"a"b"#, #""a\"b""#),
            (#"a\b"#, #""a\\b""#), ("a\nlevel=error", #""a\nlevel=error""#),
            ("\r\n\t", #""\r\n\t""#), ("\u{1B}[2J", #""\u{1b}[2J""#), ("\0", #""\u{0}""#),
            ("\u{2028}", #""\u{2028}""#), ("\u{202E}abc", #""\u{202e}abc""#),
            ("\u{85}", #""\u{85}""#), ("Zoë", #""Zoë""#), ("7", "7"),
        ])
    func fields(value: String, shown: String) {
        #expect(
            logLine(.error, "m", ["f": value], at: 0)
                == "1970-01-01T00:00:00.000000Z error m f=\(shown)\n")
    }

    @Test("a message can't end the line either")
    func message() {
        let line = logLine(.warning, "one\ntwo\u{7F}", [:], at: 0)
        #expect(line == "1970-01-01T00:00:00.000000Z warning one\\ntwo\\u{7f}\n")
    }

    @Test(
        "instants are right at the edges of the calendar",
        arguments: [
            (0, "1970-01-01T00:00:00.000000Z"), (-1, "1969-12-31T23:59:59.999999Z"),
            (951_782_400_000_000, "2000-02-29T00:00:00.000000Z"),
            (4_107_542_399_999_999, "2100-02-28T23:59:59.999999Z"),
            (4_107_542_400_000_000, "2100-03-01T00:00:00.000000Z"),
            (1_704_067_199_000_001, "2023-12-31T23:59:59.000001Z"),
        ])
    func instants(microseconds: Int64, text: String) {
        #expect(utcText(microseconds) == text)
    }

    @Test("a record below the level is not made at all")
    func filtered() throws {
        let file = try TemporaryFile()
        let log = Log(level: .warning, descriptor: file.descriptor)
        var made = 0
        func message() -> String {
            made += 1
            return "made"
        }
        log.debug(message())
        log.info(message(), ["field": message()])
        #expect(made == 0)
        #expect(try file.contents() == "")
        log.warning(message(), ["field": message()])
        log.error(message())
        #expect(made == 3)
        let lines = try file.contents().split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.hasSuffix(" warning made field=made") == true)
        #expect(lines.last?.hasSuffix(" error made") == true)
    }
}

/// A file that is gone when the test is over.
private final class TemporaryFile {
    let descriptor: Int32
    private let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "log-\(UUID().uuidString)")
        path = url.path
        // The path outlives the call.
        descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL, 0o600)
        try #require(descriptor >= 0)
    }

    deinit {
        close(descriptor)
        try? FileManager.default.removeItem(atPath: path)
    }

    func contents() throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
    }
}
