import Glibc

/// Measures the callbacks of a loop. Loop thread only.
///
/// It costs two calls of the system a callback, 0.3 µs each where it was measured: the clock of a
/// thread is not among those that the kernel lends to processes.
final class CallbackMeter {
    private static let limit = nanoseconds(CallbackLoad.limit)

    private var load = CallbackLoad()
    private var longest: Int64 = 0
    private var began: Int64 = 0
    /// A callback may make the library call back in turn; all of it is one.
    private var depth = 0

    /// A callback begins; `end` is called when it returns, on the same thread.
    func begin() {
        depth += 1
        if depth == 1 { began = Self.threadTime() }
    }

    func end() {
        depth -= 1
        guard depth == 0 else { return }
        let took = Self.threadTime() - began
        load.count += 1
        if took > Self.limit { load.slow += 1 }
        longest = max(longest, took)
    }

    /// What was measured; the longest begins anew with this call.
    func take() -> CallbackLoad {
        defer { longest = 0 }
        var load = load
        load.longest = .nanoseconds(longest)
        return load
    }

    /// The processor time of this thread, in nanoseconds.
    static func threadTime() -> Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)  // `time` outlives the call
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    private static func nanoseconds(_ duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
