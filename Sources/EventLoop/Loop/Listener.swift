import CUV
import Glibc

/// The listening socket. It is ours and not libwebsockets', so that several loops can share a port and
/// a wake takes many connections. Loop thread only.
final class Listener {
    /// Connections taken per wake, so that a storm of them leaves the loop time for the rest.
    private static let batch = 16
    /// How long the listener rests when the system has no descriptor or memory for a connection.
    private static let rest = Duration.milliseconds(100)

    let address: ListeningAddress
    private let descriptor: CInt
    private var watch: LoopHandle?
    private var restTimer: LoopHandle?
    private var isClosed = false

    /// - Parameter other: where another loop of the process listens already; nil: nowhere.
    init(host: String, port: UInt16, beside other: ListeningAddress?) throws(LoopError) {
        if let other {
            address = other
            descriptor = try ListeningSocket.open(beside: other, host: host)
        } else {
            (descriptor, address) = try ListeningSocket.open(host: host, port: port)
        }
    }

    deinit {
        if watch == nil, !isClosed { Glibc.close(descriptor) }
    }

    /// Hands each accepted descriptor over; whoever takes it closes it.
    func start(on loop: UVLoop, _ accepted: @escaping (CInt) -> Void) {
        let watch = loop.makePoll(descriptor)
        let restTimer = loop.makeTimer()
        self.watch = watch
        self.restTimer = restTimer
        watch.onFire = { [weak self] _ in self?.accept(accepted) }
        restTimer.onFire = { [weak watch] _ in watch?.startPoll(UV_READABLE) }
        watch.startPoll(UV_READABLE)
    }

    private func accept(_ accepted: (CInt) -> Void) {
        for _ in 0..<Self.batch where !isClosed {
            let connection = livetiming_accept(descriptor)
            guard connection < 0 else {
                var one: CInt = 1
                // A frame is small and complete; waiting to join it with others only delays it.
                unsafe _ = setsockopt(
                    connection, CInt(IPPROTO_TCP), TCP_NODELAY, &one,
                    socklen_t(MemoryLayout<CInt>.size))
                accepted(connection)
                continue
            }
            switch errno {
            case EAGAIN: return
            case EMFILE, ENFILE, ENOBUFS, ENOMEM:
                // The socket stays readable, so without a rest the loop would spin.
                watch?.stopPoll()
                restTimer?.startTimer(after: Self.rest)
                return
            default:
                // A connection that ended before it was taken, or an interrupted call.
                continue
            }
        }
    }

    /// Stops listening. New connections are refused by the system from the next turn on.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        restTimer?.close()
        let descriptor = descriptor
        // libuv must have let go of the descriptor before it is closed.
        if let watch {
            watch.close { Glibc.close(descriptor) }
        } else {
            Glibc.close(descriptor)
        }
    }
}
