import Glibc

/// An object that belongs to a loop's thread, as every thread may reach it: at once from its own, through
/// the loop's mailbox from others, and then in the order in which each of them asked.
///
/// `@unchecked`, because the object is only touched on the thread that it belongs to. Others may carry and
/// drop the reference; an object whose last reference is dropped elsewhere is freed there, so keep one on
/// the loop.
public struct LoopReference<Object: AnyObject>: @unchecked Sendable {
    private let object: Object
    private let thread: pthread_t
    private let mailbox: Mailbox

    /// Call on the loop's thread.
    public init(_ object: Object, on loop: EventLoop) {
        self.object = object
        mailbox = loop.mailbox
        thread = pthread_self()
    }

    /// Does something with the object. What other threads ask once its loop has ended is dropped.
    public func perform(_ work: @escaping @Sendable (Object) -> Void) {
        if pthread_equal(thread, pthread_self()) != 0 {
            work(object)
        } else {
            mailbox.post { work(object) }
        }
    }
}
