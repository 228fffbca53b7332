import Glibc

/// What the loop's callbacks took of their thread's processor time.
///
/// A callback is what libuv or libwebsockets calls and nothing else on the loop can interrupt; one that
/// takes long holds up every other. Time in which the thread did not run is not counted: that is the
/// machine's load and not the callback's.
public struct CallbackLoad: Equatable, Sendable {
    /// What a callback may take. More than this is slow.
    public static let limit = Duration.milliseconds(5)

    /// All callbacks since the loop was made.
    public internal(set) var count = 0
    /// Those of them that took more than `limit`.
    public internal(set) var slow = 0
    /// The most that one took since this was last asked for.
    public internal(set) var longest = Duration.zero
}

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
