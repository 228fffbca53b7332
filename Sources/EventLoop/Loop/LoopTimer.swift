/// Work that a loop does at a later time, once or again and again, until it is cancelled. It goes on
/// without anyone holding it. Loop thread only.
public final class LoopTimer {
    private let handle: LoopHandle

    init(
        on loop: UVLoop, after delay: Duration, every period: Duration?,
        _ work: @escaping () -> Void
    ) {
        let handle = loop.makeTimer()
        self.handle = handle
        handle.onFire = { [unowned handle] _ in
            // The close callback still holds the handle, so a timer of one shot may end itself here.
            if period == nil { handle.close() }
            work()
        }
        handle.startTimer(after: delay, every: period)
    }

    /// Ends the timer; harmless where it has ended.
    public func cancel() {
        handle.close()
    }
}
