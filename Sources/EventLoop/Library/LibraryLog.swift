import CWebsockets
import Glibc

/// How grave a line of libwebsockets' log is. It also calls some faults of peers errors.
public enum LogLevel: Sendable {
    case error
    case warning
}

/// Where the log of libwebsockets goes. There is one for the whole process; the last one set holds.
enum LibraryLog {
    typealias Sink = @Sendable (LogLevel, String) -> Void

    /// Errors and warnings go to `sink`, or nowhere; everything below is switched off.
    static func route(to sink: Sink?) {
        store.set(sink)
        unsafe lws_set_log_level(
            livetiming_lws_log_error | livetiming_lws_log_warning, libraryLogged)
    }

    fileprivate static let store = SinkStore()
}

/// `@unchecked`, because the sink is only touched under the lock.
@safe
private final class SinkStore: @unchecked Sendable {
    private let lock: UnsafeMutablePointer<pthread_mutex_t>
    private var sink: LibraryLog.Sink?

    init() {
        // Lives as long as the process.
        unsafe lock = .allocate(capacity: 1)
        unsafe pthread_mutex_init(lock, nil)
    }

    func set(_ sink: LibraryLog.Sink?) {
        unsafe pthread_mutex_lock(lock)
        defer { unsafe pthread_mutex_unlock(lock) }
        self.sink = sink
    }

    func get() -> LibraryLog.Sink? {
        unsafe pthread_mutex_lock(lock)
        defer { unsafe pthread_mutex_unlock(lock) }
        return sink
    }
}

private func libraryLogged(_ level: CInt, _ line: UnsafePointer<CChar>?) {
    guard let line = unsafe line, let sink = LibraryLog.store.get() else { return }
    // A C string for the length of this call.
    var text = unsafe String(cString: line)
    while text.last?.isNewline == true { text.removeLast() }
    sink(level & livetiming_lws_log_error != 0 ? .error : .warning, text)
}
