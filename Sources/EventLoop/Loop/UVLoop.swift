import CUV
import Glibc

/// A libuv loop and the handles of ours on it. Made, run and closed on one thread.
@safe
final class UVLoop {
    /// libwebsockets runs its own handles on the same loop.
    let pointer: UnsafeMutablePointer<uv_loop_t>
    /// Measures what is called back from this loop.
    let meter = CallbackMeter()
    private var handles: [ObjectIdentifier: LoopHandle] = [:]

    init() throws(LoopError) {
        unsafe pointer = .allocate(capacity: 1)
        // The memory was just allocated for it.
        let status = unsafe uv_loop_init(pointer)
        guard status == 0 else {
            unsafe pointer.deallocate()
            throw LoopError(
                reason: .systemCallFailed, call: "uv_loop_init", code: Self.name(status),
                message: "The event loop could not be made.")
        }
    }

    deinit {
        // `close()` has run, or nothing was ever opened on the loop.
        let status = unsafe uv_loop_close(pointer)
        assert(status == 0, "a handle was still open on the loop")
        if status == 0 { unsafe pointer.deallocate() }
    }

    /// Runs until `stop()`, or until no handle is active.
    func run() {
        // Alive until `deinit`.
        _ = unsafe uv_run(pointer, UV_RUN_DEFAULT)
    }

    func stop() {
        // Alive until `deinit`.
        unsafe uv_stop(pointer)
    }

    /// Closes every handle of ours and runs the loop until all handles on it are gone.
    func close() {
        for handle in Array(handles.values) { handle.close() }
        run()
    }

    func add(_ handle: LoopHandle) {
        handles[ObjectIdentifier(handle)] = handle
    }

    func remove(_ handle: LoopHandle) {
        handles[ObjectIdentifier(handle)] = nil
    }

    static func name(_ status: CInt) -> String {
        // libuv answers a constant string.
        unsafe String(cString: uv_err_name(status))
    }

    static func describe(_ status: CInt) -> String {
        // libuv answers a constant string.
        unsafe String(cString: uv_strerror(status))
    }
}

// MARK: - The kinds of handle

extension UVLoop {
    /// A timer that is not started yet.
    func makeTimer() -> LoopHandle {
        unsafe LoopHandle(UV_TIMER, on: self) { memory in
            unsafe uv_timer_init(pointer, memory.assumingMemoryBound(to: uv_timer_t.self))
        }
    }

    /// Fires with the signal's number each time the process receives it.
    func watchSignal(_ signal: Int32, _ onFire: @escaping (Int32) -> Void) -> LoopHandle {
        let handle = unsafe LoopHandle(UV_SIGNAL, on: self) { memory in
            unsafe uv_signal_init(pointer, memory.assumingMemoryBound(to: uv_signal_t.self))
        }
        handle.onFire = onFire
        unsafe handle.with(uv_signal_t.self) { unsafe _ = uv_signal_start($0, signalFired, signal) }
        return handle
    }

    /// Watches a descriptor, which must stay open until the handle has closed.
    func makePoll(_ descriptor: CInt) -> LoopHandle {
        unsafe LoopHandle(UV_POLL, on: self) { memory in
            unsafe uv_poll_init(pointer, memory.assumingMemoryBound(to: uv_poll_t.self), descriptor)
        }
    }

    /// Fires once or more after `uv_async_send`, which any thread may call.
    func makeBell() -> LoopHandle {
        unsafe LoopHandle(UV_ASYNC, on: self) { memory in
            unsafe uv_async_init(
                pointer, memory.assumingMemoryBound(to: uv_async_t.self), bellRang)
        }
    }

    /// Keeps the loop from waiting for events while it is started.
    func makeIdle() -> LoopHandle {
        unsafe LoopHandle(UV_IDLE, on: self) { memory in
            unsafe uv_idle_init(pointer, memory.assumingMemoryBound(to: uv_idle_t.self))
        }
    }

    /// Fires once a turn, after the turn's events, while it is started.
    func makeCheck() -> LoopHandle {
        unsafe LoopHandle(UV_CHECK, on: self) { memory in
            unsafe uv_check_init(pointer, memory.assumingMemoryBound(to: uv_check_t.self))
        }
    }
}

extension LoopHandle {
    /// Starts or restarts a timer.
    func startTimer(after delay: Duration, every period: Duration? = nil) {
        unsafe with(uv_timer_t.self) {
            unsafe _ = uv_timer_start(
                $0, timerFired, delay.milliseconds, period.map { max(1, $0.milliseconds) } ?? 0)
        }
    }

    func startPoll(_ events: uv_poll_event) {
        unsafe with(uv_poll_t.self) {
            unsafe _ = uv_poll_start($0, CInt(events.rawValue), pollFired)
        }
    }

    func stopPoll() {
        unsafe with(uv_poll_t.self) { unsafe _ = uv_poll_stop($0) }
    }

    func startIdle() {
        unsafe with(uv_idle_t.self) { unsafe _ = uv_idle_start($0, idleFired) }
    }

    func stopIdle() {
        unsafe with(uv_idle_t.self) { unsafe _ = uv_idle_stop($0) }
    }

    func startCheck() {
        unsafe with(uv_check_t.self) { unsafe _ = uv_check_start($0, checkFired) }
    }

    func stopCheck() {
        unsafe with(uv_check_t.self) { unsafe _ = uv_check_stop($0) }
    }
}

extension Duration {
    /// Whole milliseconds, rounded up: a timer never fires early.
    var milliseconds: UInt64 {
        let (seconds, attoseconds) = components
        let rest = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
        return UInt64(max(0, seconds * 1000 + rest))
    }
}

private func timerFired(_ handle: UnsafeMutablePointer<uv_timer_t>?) {
    unsafe LoopHandle.fire(handle, 0)
}

private func signalFired(_ handle: UnsafeMutablePointer<uv_signal_t>?, _ signal: CInt) {
    unsafe LoopHandle.fire(handle, signal)
}

private func pollFired(_ handle: UnsafeMutablePointer<uv_poll_t>?, _ status: CInt, _ events: CInt) {
    unsafe LoopHandle.fire(handle, status < 0 ? status : events)
}

private func bellRang(_ handle: UnsafeMutablePointer<uv_async_t>?) {
    unsafe LoopHandle.fire(handle, 0)
}

private func idleFired(_ handle: UnsafeMutablePointer<uv_idle_t>?) {
    unsafe LoopHandle.fire(handle, 0)
}

private func checkFired(_ handle: UnsafeMutablePointer<uv_check_t>?) {
    unsafe LoopHandle.fire(handle, 0)
}
