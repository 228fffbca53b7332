import CURing
import CUV
import Glibc

/// Hands the sends of many connections to the kernel in one call, by io_uring, behind the back of
/// libwebsockets. None of them waits, so each has its outcome when the call returns.
@safe
final class RingWriter: ManyFrameWriter {
    /// Sends in one call.
    private static let capacity = 512
    /// Calls in a row that may bring nothing.
    private static let patience = 1000

    private let ring: UnsafeMutablePointer<io_uring>
    private let single = SocketWriter()
    /// Cleared where the kernel takes no more calls; one `send` each has to do then.
    private var isUsable = true

    /// Throws where the system does not let this process have a ring.
    init() throws(LoopError) {
        // liburing points into it, so it keeps its address.
        let opened = UnsafeMutablePointer<io_uring>.allocate(capacity: 1)
        unsafe opened.initialize(to: io_uring())
        let status = unsafe livetiming_ring_open(UInt32(Self.capacity), opened)
        guard status == 0 else {
            unsafe opened.deallocate()
            throw Self.unavailable("io_uring_queue_init", -status)
        }
        unsafe ring = opened
        // Whoever forbids it may do so at the setup or at the first use.
        if let error = trial() {
            close()
            throw error
        }
    }

    deinit {
        close()
    }

    private func close() {
        guard isUsable else { return }
        isUsable = false
        unsafe io_uring_queue_exit(ring)
        unsafe ring.deallocate()
    }

    func write(_ frame: SharedFrame, from offset: Int, to connection: Connection) -> WriteResult {
        single.write(frame, from: offset, to: connection)
    }

    func write(_ frame: SharedFrame, to descriptors: [CInt], results: inout [WriteResult]) {
        var first = 0
        while first < descriptors.count {
            let end = min(first + Self.capacity, descriptors.count)
            // `wire` never changes, and no send is under way any more when the call returns.
            unsafe frame.wire.withUnsafeBytes { wire in
                unsafe send(wire, to: descriptors, first..<end, results: &results)
            }
            first = end
        }
    }

    /// Sends the same bytes to some descriptors, and appends what became of each.
    private func send(
        _ bytes: UnsafeRawBufferPointer, to descriptors: [CInt], _ places: Range<Int>,
        results: inout [WriteResult]
    ) {
        let start = results.count
        // Of whom the kernel says nothing it is not known what was sent: nothing can follow that.
        for _ in places { results.append(.failed) }
        var prepared = 0
        for place in places where isUsable {
            let hasRoom = unsafe livetiming_ring_send(
                ring, descriptors[place], bytes.baseAddress, bytes.count, UInt32(start + prepared))
            if hasRoom == 0 { break }
            prepared += 1
        }
        prepared -= takeOutcomes(of: prepared, into: &results)
        for place in places.dropFirst(prepared) {
            results[start + prepared] = unsafe SocketWriter.send(bytes, to: descriptors[place])
            prepared += 1
        }
    }

    /// Submits what is prepared and takes every outcome. Where the kernel fails at that the ring is closed;
    /// the answer is how many, of the last, it did not take up.
    private func takeOutcomes(of prepared: Int, into results: inout [WriteResult]) -> Int {
        var (waiting, idle) = (prepared, 0)
        while waiting > 0 {
            // All are done at once; it waits only where the kernel put one off after all.
            let status = unsafe io_uring_submit_and_wait(ring, UInt32(waiting))
            let before = waiting
            var (place, result): (UInt32, CInt) = (0, 0)
            while unsafe livetiming_ring_outcome(ring, &place, &result) != 0 {
                results[Int(place)] = WriteResult(sent: Int(result))
                waiting -= 1
            }
            idle = waiting < before ? 0 : idle + 1
            let isPassing = status >= 0 || status == -EINTR || status == -EAGAIN || status == -EBUSY
            if !isPassing || idle > Self.patience {
                let left = unsafe io_uring_sq_ready(ring)
                close()
                return Int(left)
            }
        }
        return 0
    }

    /// Sends a byte to ourselves.
    private func trial() -> LoopError? {
        var ends: (CInt, CInt) = (-1, -1)
        let status = unsafe withUnsafeMutablePointer(to: &ends) { pair in
            // Two C ints, one after the other.
            unsafe pair.withMemoryRebound(to: CInt.self, capacity: 2) {
                unsafe socketpair(AF_UNIX, livetiming_stream, 0, $0)
            }
        }
        guard status == 0 else { return Self.unavailable("socketpair", errno) }
        defer {
            Glibc.close(ends.0)
            Glibc.close(ends.1)
        }
        var results: [WriteResult] = []
        unsafe [UInt8(0)].withUnsafeBytes { byte in
            unsafe send(byte, to: [ends.0], 0..<1, results: &results)
        }
        return isUsable && results[0] == .wrote(1) ? nil : Self.unavailable("io_uring_enter", EPERM)
    }

    private static func unavailable(_ call: String, _ code: CInt) -> LoopError {
        LoopError(
            reason: .ringUnavailable, call: call, code: ErrorName.of(code),
            message: "io_uring is not to be had here: \(ErrorName.sentence(code)).")
    }
}
