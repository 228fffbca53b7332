internal import Glibc

/// The log: one line a record, on standard error unless told otherwise.
///
///     2026-11-30T09:15:02.123456Z info listening host=0.0.0.0 port=8080
///
/// Each record is a single `write`, so that those of several threads don't mix. May be used from any
/// thread. A record below the level costs one comparison: neither message nor fields are made.
struct Log: Sendable {
    typealias Fields = KeyValuePairs<String, any CustomStringConvertible>

    let level: LogLevel
    /// Stays open for as long as the log is used.
    private let descriptor: Int32

    init(level: LogLevel, descriptor: Int32 = STDERR_FILENO) {
        self.level = level
        self.descriptor = descriptor
    }

    func debug(_ message: @autoclosure () -> String, _ fields: @autoclosure () -> Fields = [:]) {
        write(.debug, message, fields)
    }

    func info(_ message: @autoclosure () -> String, _ fields: @autoclosure () -> Fields = [:]) {
        write(.info, message, fields)
    }

    func warning(_ message: @autoclosure () -> String, _ fields: @autoclosure () -> Fields = [:]) {
        write(.warning, message, fields)
    }

    func error(_ message: @autoclosure () -> String, _ fields: @autoclosure () -> Fields = [:]) {
        write(.error, message, fields)
    }

    private func write(_ level: LogLevel, _ message: () -> String, _ fields: () -> Fields) {
        guard level >= self.level else { return }
        var line = logLine(
            level, message(), fields(), at: microseconds(of: CLOCK_REALTIME))
        // A record that cannot be written has nowhere to be reported, and stops nothing.
        // The bytes are borrowed for the call only.
        line.withUTF8 { _ = unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }
}
