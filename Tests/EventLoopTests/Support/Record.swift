import Dispatch
import Glibc

/// What happened on a loop, in order, for a test on another thread to wait for.
///
/// `@unchecked`, because `events` is only touched under the semaphore that serves as a lock.
final class Record: @unchecked Sendable {
    private let lock = DispatchSemaphore(value: 1)
    private var events: [String] = []

    func add(_ event: String) {
        lock.wait()
        defer { lock.signal() }
        events.append(event)
    }

    var all: [String] {
        lock.wait()
        defer { lock.signal() }
        return events
    }

    /// Waits until the events satisfy a condition. Answers false after a time that is long for any.
    func wait(within seconds: Int = 10, until condition: ([String]) -> Bool) -> Bool {
        for _ in 0..<seconds * 500 {
            if condition(all) { return true }
            usleep(2000)
        }
        return condition(all)
    }

    func wait(for event: String) -> Bool {
        wait { $0.contains(event) }
    }
}
