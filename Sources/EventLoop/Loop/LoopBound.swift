import Glibc

/// A value that belongs to a loop's thread, wrapped so that it can travel through other threads and
/// come back with work posted to the loop's `Mailbox`.
///
/// `@unchecked`, because the value is only reached on the thread that wrapped it, which is checked.
/// Others may carry and drop the wrapper; an object whose last reference is dropped elsewhere is
/// freed there, so keep one on the loop.
public struct LoopBound<Value>: @unchecked Sendable {
    private let wrapped: Value
    private let thread: pthread_t

    /// Call on the loop's thread.
    public init(_ value: Value) {
        wrapped = value
        thread = pthread_self()
    }

    /// The value. A trap on any thread but the one that wrapped it.
    public var value: Value {
        precondition(pthread_equal(thread, pthread_self()) != 0, "not on the loop's thread")
        return wrapped
    }
}
