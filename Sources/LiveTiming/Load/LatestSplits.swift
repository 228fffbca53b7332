/// The latest split in each of the frames that come now. Most frames come to thousands, and finding it takes a look
/// at every byte.
struct LatestSplits {
    /// What tells a frame from others of the same server: two loops may make one in the same microsecond.
    private struct Frame: Hashable {
        var made: Int64
        var count: Int
    }

    /// Frames that are remembered; those who are behind have others than those who are not.
    private static let limit = 512

    private var known: [Frame: Int64?] = [:]

    /// The instant of the latest split in a message that was made at an instant; nil where it has none.
    subscript(made: Int64, message: UnsafeRawBufferPointer) -> Int64? {
        mutating get {
            let frame = Frame(made: made, count: message.count)
            if let latest = known[frame] { return latest }
            if known.count == Self.limit { known.removeAll(keepingCapacity: true) }
            let latest = unsafe Stamp.at.greatest(in: message)
            known[frame] = .some(latest)
            return latest
        }
    }
}
