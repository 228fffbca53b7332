import CUV
import Glibc

/// One libuv handle and its memory, from initialisation to the close callback.
///
/// libuv goes on using a handle until its close callback has run, so the handle's `data` keeps this
/// object alive until then and the memory is freed with it. Loop thread only.
@safe
final class LoopHandle {
    /// What to do when the handle fires; the value is the signal, or the poll's status and events.
    var onFire: (Int32) -> Void = { _ in }
    /// What to do once libuv has let go of the handle.
    private var onClosed: () -> Void = {}
    private(set) var isClosed = false

    private let memory: UnsafeMutableRawPointer
    private let meter: CallbackMeter
    private weak var owner: UVLoop?

    init(_ type: uv_handle_type, on owner: UVLoop, open: (UnsafeMutableRawPointer) -> CInt) {
        // Sized by libuv itself for the type that `open` initialises.
        unsafe memory = UnsafeMutableRawPointer.allocate(
            byteCount: uv_handle_size(type), alignment: 16)
        meter = owner.meter
        self.owner = owner
        let status = unsafe open(memory)
        precondition(status == 0, "libuv could not open a handle: \(UVLoop.describe(status))")
        // Balanced by `takeRetainedValue` in `closed`.
        unsafe handle.pointee.data = Unmanaged.passRetained(self).toOpaque()
        owner.add(self)
    }

    deinit {
        // libuv let go of the memory before it released this object.
        unsafe memory.deallocate()
    }

    /// Every libuv handle begins with the fields of `uv_handle_t`.
    private var handle: UnsafeMutablePointer<uv_handle_t> {
        unsafe memory.assumingMemoryBound(to: uv_handle_t.self)
    }

    /// Calls into libuv with the handle as its own type, unless it is closed.
    func with<Handle>(_ type: Handle.Type, _ body: (UnsafeMutablePointer<Handle>) -> Void) {
        guard !isClosed else { return }
        // `type` is the one that `open` initialised the memory as.
        unsafe body(memory.assumingMemoryBound(to: Handle.self))
    }

    /// The descriptor that a poll handle watches.
    var pollDescriptor: CInt? {
        var descriptor: CInt = -1
        // Open until the close callback, for which this object is alive.
        return unsafe uv_fileno(handle, &descriptor) == 0 ? descriptor : nil
    }

    /// Stops the handle for good. It fires no more; `then` runs on a later turn of the loop.
    func close(then: @escaping () -> Void = {}) {
        guard !isClosed else { return }
        isClosed = true
        onClosed = then
        onFire = { _ in }
        owner?.remove(self)
        unsafe uv_close(handle, loopHandleClosed)
    }

    /// The object behind a handle that libuv calls back with.
    static func fire(_ handle: UnsafeMutableRawPointer?, _ value: Int32) {
        // `data` was set in `init` and holds the object until the close callback.
        guard let data = unsafe handle?.assumingMemoryBound(to: uv_handle_t.self).pointee.data
        else { return }
        let object = unsafe Unmanaged<LoopHandle>.fromOpaque(data).takeUnretainedValue()
        object.meter.begin()
        defer { object.meter.end() }
        object.onFire(value)
    }

    fileprivate static func closed(_ handle: UnsafeMutablePointer<uv_handle_t>?) {
        // Takes back what `init` retained; libuv no longer uses the handle.
        guard let data = unsafe handle?.pointee.data else { return }
        let object = unsafe Unmanaged<LoopHandle>.fromOpaque(data).takeRetainedValue()
        object.meter.begin()
        defer { object.meter.end() }
        object.onClosed()
    }
}

private func loopHandleClosed(_ handle: UnsafeMutablePointer<uv_handle_t>?) {
    unsafe LoopHandle.closed(handle)
}
