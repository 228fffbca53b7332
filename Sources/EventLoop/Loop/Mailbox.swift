import CUV
import Glibc

/// The only way into a loop from another thread: work posted here runs on the loop's thread, in the
/// order in which it was posted.
///
/// `@unchecked`, because `waiting` and `bell` are only touched under `lock`. The lock is a
/// `pthread_mutex` and not a `Mutex`: ThreadSanitizer does not see the latter.
@safe
public final class Mailbox: @unchecked Sendable {
    private let lock: UnsafeMutablePointer<pthread_mutex_t>
    private var waiting: [@Sendable () -> Void] = []
    /// The handle to ring, until the loop has ended.
    private var bell: LoopHandle?

    init(on loop: UVLoop) {
        // Allocated for good, so that the mutex keeps its address.
        unsafe lock = .allocate(capacity: 1)
        unsafe pthread_mutex_init(lock, nil)
        let bell = loop.makeBell()
        bell.onFire = { [weak self] _ in self?.deliver() }
        self.bell = bell
    }

    deinit {
        // Nobody can hold the lock of an object that is going away.
        unsafe pthread_mutex_destroy(lock)
        unsafe lock.deallocate()
    }

    /// Hands `work` to the loop's thread. Once the loop has ended it is dropped.
    public func post(_ work: @escaping @Sendable () -> Void) {
        locked {
            guard let bell else { return }
            waiting.append(work)
            // One ring brings in all that waits. Under the lock, so that the handle is still open.
            if waiting.count == 1 {
                unsafe bell.with(uv_async_t.self) { unsafe _ = uv_async_send($0) }
            }
        }
    }

    /// Runs what had been posted before the call; what that posts in turn comes with the next ring.
    /// Loop thread.
    func deliver() {
        let batch = locked {
            let batch = waiting
            waiting = []
            return batch
        }
        for work in batch { work() }
    }

    /// Ends deliveries and drops what waits. Loop thread.
    func close() {
        let (handle, dropped) = locked {
            defer {
                bell = nil
                waiting = []
            }
            return (bell, waiting)
        }
        handle?.close()
        // Freed here, outside the lock, as what the work holds may post when it goes.
        _ = dropped
    }

    private func locked<Result>(_ body: () -> Result) -> Result {
        // Initialised in `init` and destroyed in `deinit` only.
        unsafe pthread_mutex_lock(lock)
        defer { unsafe pthread_mutex_unlock(lock) }
        return body()
    }
}
