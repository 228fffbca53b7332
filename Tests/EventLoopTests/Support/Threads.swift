import Dispatch
import Glibc

/// Runs `body` on some threads at once and waits for them all. Each has a queue of its own, as a shared
/// one lends as many threads as there are processors to those that block.
func runOnThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let group = DispatchGroup()
    for index in 0..<count {
        DispatchQueue(label: "thread \(index)").async(group: group) { body(index) }
    }
    group.wait()
}

func startThread(_ body: @escaping @Sendable () -> Void) {
    DispatchQueue.global().async(execute: body)
}

/// The processor time of this process so far.
func processorTime() -> Duration {
    var time = timespec()
    // Filled in by the call.
    unsafe _ = clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
