/// How far a frame has gone out to one connection. It holds its frame until the last byte, and may
/// stand still only between fragments.
struct FrameCursor {
    let frame: SharedFrame
    /// The next byte of `frame.wire` to hand over.
    private(set) var offset = 0

    init(_ frame: SharedFrame) {
        self.frame = frame
    }

    var isDone: Bool { offset == frame.wire.count }

    /// The fragment that comes next. Only meaningful between fragments.
    var fragment: Int { offset == 0 ? 0 : frame.layout.fragment(endingAt: offset) + 1 }

    /// Notes that the socket took `count` bytes. Answers the rest of the fragment it stopped in,
    /// which must be handed to libwebsockets at once, as nothing else may go in between; the cursor
    /// then stands behind that rest.
    mutating func took(_ count: Int) -> Range<Int> {
        let end = offset + count
        offset = frame.layout.pause(atOrAfter: end)
        return end..<offset
    }
}

extension FrameLayout {
    /// The index of the fragment whose last byte is the one before `offset`.
    fileprivate func fragment(endingAt offset: Int) -> Int {
        offset == wireCount ? fragmentCount - 1 : offset / wire(ofFragment: 0).count - 1
    }
}
