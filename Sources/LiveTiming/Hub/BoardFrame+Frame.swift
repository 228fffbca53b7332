import EventLoop
import TimingWire

extension BoardFrame {
    /// In JSON.
    func written(_ write: (BoardFrame, inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter(capacity: 4096)
        write(self, &writer)
        return writer.bytes
    }

    /// Made ready for the wire.
    func frame(_ write: (BoardFrame, inout JSONWriter) -> Void) -> SharedFrame {
        SharedFrame(written(write))
    }
}
