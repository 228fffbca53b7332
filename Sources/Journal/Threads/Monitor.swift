import Glibc

/// A value behind a lock, with a way to wait until it changes.
///
/// A `pthread_mutex_t` and not `Synchronization.Mutex`, which ThreadSanitizer doesn't see.
/// Any thread may call; no call may be made from inside a closure that another call runs.
// Safe to use: both C objects are private, and live exactly as long as this one.
@safe final class Monitor<State>: @unchecked Sendable {
    // Unchecked: `state` is touched only between lock and unlock of `mutex`.

    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let changed: UnsafeMutablePointer<pthread_cond_t>
    private var state: State

    init(_ state: State) {
        self.state = state
        // Allocated once and never moved, as pthread asks of its objects.
        unsafe mutex = .allocate(capacity: 1)
        unsafe changed = .allocate(capacity: 1)
        unsafe pthread_mutex_init(mutex, nil)
        unsafe pthread_cond_init(changed, nil)
    }

    deinit {
        // Nobody waits: a thread that did would hold a reference.
        unsafe pthread_cond_destroy(changed)
        unsafe pthread_mutex_destroy(mutex)
        unsafe changed.deallocate()
        unsafe mutex.deallocate()
    }

    /// Runs `body` under the lock and wakes those that wait.
    func update<Value>(_ body: (inout State) -> Value) -> Value {
        // Both objects live as long as this one.
        unsafe pthread_mutex_lock(mutex)
        defer {
            unsafe pthread_cond_broadcast(changed)
            unsafe pthread_mutex_unlock(mutex)
        }
        return body(&state)
    }

    /// Reads under the lock; wakes nobody.
    func read<Value>(_ body: (State) -> Value) -> Value {
        // Lives as long as this object.
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return body(state)
    }

    /// Waits until `take` answers a value. It runs under the lock, at once and after each update.
    func wait<Value>(_ take: (inout State) -> Value?) -> Value {
        // Both objects live as long as this one.
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        while true {
            if let value = take(&state) { return value }
            unsafe pthread_cond_wait(changed, mutex)
        }
    }
}
