import EventLoop
import SplitCore
import TimingWire

/// A message about a board in writing, for all who are answered with it. It may be long, and some of them may be
/// on slow lines.
final class WrittenAnswer {
    private let plain: [UInt8]
    /// As it was sent last: clients of one make call their subscriptions the same.
    private var last: (id: SubscriptionID, frame: SharedFrame)?
    /// For those whose subscription was answered before.
    private(set) lazy var frame = SharedFrame(plain, inShortFragments: true)

    /// - Parameter plain: an object in JSON.
    init(_ plain: [UInt8]) {
        self.plain = plain
    }

    /// The same text, with the subscription's id in front.
    func frame(answering id: SubscriptionID) -> SharedFrame {
        if let last, last.id == id { return last.frame }
        let frame = SharedFrame(
            plain.dropFirst(), after: Array("{\"id\":\"\(id.text)\",".utf8),
            inShortFragments: true)
        last = (id, frame)
        return frame
    }
}
