import Glibc

/// Starts a detached thread that runs `body` to its end. Signals go to other threads: they belong to
/// the loop.
func startThread(_ body: @escaping @Sendable () -> Void) {
    // The box is released by `runThread`, which takes it over.
    let box = unsafe Unmanaged.passRetained(ThreadBody(run: body)).toOpaque()
    var all = sigset_t()
    var before = sigset_t()
    var thread = pthread_t()
    // Plain C values on this stack. The new thread inherits the mask that blocks every signal.
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
    let code = unsafe pthread_create(&thread, nil, runThread, box)
    unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
    guard code == 0 else { fatalError("The system gives no thread: error \(code).") }
    pthread_detach(thread)
}

/// Carries a closure through the pointer that `pthread_create` passes on.
private final class ThreadBody: Sendable {
    let run: @Sendable () -> Void

    init(run: @escaping @Sendable () -> Void) {
        self.run = run
    }
}

/// The body of every thread: a top-level function, since a closure could be bound to an actor.
private nonisolated func runThread(_ box: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let box = unsafe box else { return nil }
    // `startThread` retained it for this call.
    unsafe Unmanaged<ThreadBody>.fromOpaque(box).takeRetainedValue().run()
    return nil
}
