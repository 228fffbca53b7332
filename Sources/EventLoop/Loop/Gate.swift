import CLinux
import CUV
import Glibc

/// Lets the crowd in a few at a time.
///
/// A loop serves its sockets in the order in which they became readable. When a network comes back, or goes, thousands do so at
/// once, and a device whose split came after them would wait for all. So those who only watch are
/// looked at behind a gate: a turn of the loop takes a few of them, and then everyone else. Loop thread only.
final class Gate {
    /// Connections of the crowd that a turn of the loop reads from.
    private static let batch = 32

    private let poll: CInt
    private var watch: LoopHandle?

    init() throws(LoopError) {
        poll = epoll_create1(CInt(EPOLL_CLOEXEC))
        guard poll >= 0 else {
            throw LoopError(
                reason: .systemCallFailed, call: "epoll_create1", code: ErrorName.of(errno),
                message: "The event loop could not be made.")
        }
    }

    deinit {
        if watch == nil { Glibc.close(poll) }
    }

    /// Names each connection that has something to read, as long as it has.
    func start(on loop: UVLoop, _ isReadable: @escaping (SlotKey) -> Void) {
        let watch = loop.makePoll(poll)
        self.watch = watch
        watch.onFire = { [poll] _ in
            var events = unsafe [epoll_event](repeating: epoll_event(), count: Self.batch)
            // The array is as long as told.
            let count = unsafe epoll_wait(poll, &events, CInt(events.count), 0)
            for index in 0..<max(0, Int(count)) {
                let word = unsafe UInt(events[index].data.u64)
                if let key = SlotKey(word: word) { isReadable(key) }
            }
        }
        watch.startPoll(UV_READABLE)
    }

    /// Answers false where the system has no memory for it.
    func add(_ descriptor: CInt, _ key: SlotKey) -> Bool {
        var event = unsafe epoll_event(
            events: EPOLLIN.rawValue, data: epoll_data_t(u64: UInt64(key.word)))
        // Only read during the call.
        return unsafe epoll_ctl(poll, EPOLL_CTL_ADD, descriptor, &event) == 0
    }

    /// One that is closed goes by itself.
    func remove(_ descriptor: CInt) {
        // A nil event is allowed for this.
        _ = epoll_ctl(poll, EPOLL_CTL_DEL, descriptor, nil)
    }

    func close() {
        guard let watch, !watch.isClosed else { return }
        let poll = poll
        // libuv must have let go of the descriptor before it is closed.
        watch.close { Glibc.close(poll) }
    }
}
