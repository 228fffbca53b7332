/// A message made ready for the wire once and sent to any number of connections: the WebSocket
/// headers and the payload in one buffer that never changes.
///
/// Any thread may make one. Over 16 KiB the message is laid out as fragments, see `FrameLayout`.
public final class SharedFrame: Sendable {
    /// Bytes of payload.
    public static let shortFragment = 2048

    public let kind: MessageKind
    let layout: FrameLayout
    /// Headers and payload exactly as they go out to a peer of a server.
    let wire: [UInt8]

    public convenience init(
        _ payload: [UInt8], kind: MessageKind = .text, inShortFragments: Bool = false
    ) {
        self.init(payload[...], kind: kind, inShortFragments: inShortFragments)
    }

    /// - Parameters:
    ///   - head: goes before the payload in the same message.
    ///   - inShortFragments: for those who may not take it whole at once: as fragments of `shortFragment`
    ///     bytes, no more than one of which is copied for each of them.
    public init(
        _ payload: ArraySlice<UInt8>, after head: [UInt8] = [], kind: MessageKind = .text,
        inShortFragments: Bool = false
    ) {
        self.kind = kind
        let count = head.count + payload.count
        layout = FrameLayout(
            payloadCount: count,
            fragmentPayload: inShortFragments ? Self.shortFragment : FrameLayout.longestPayload)
        var wire: [UInt8] = []
        wire.reserveCapacity(layout.wireCount)
        var rest = payload
        for index in 0..<layout.fragmentCount {
            let start = index * layout.fragmentPayload
            let end = min(start + layout.fragmentPayload, count)
            FrameLayout.appendHeader(
                opcode: index == 0 ? kind.rawValue : 0, isFinal: end == count,
                payload: end - start, to: &wire)
            let ofHead = head.dropFirst(start).prefix(end - start)
            wire += ofHead
            wire += rest.prefix(end - start - ofHead.count)
            rest = rest.dropFirst(end - start - ofHead.count)
        }
        self.wire = wire
    }

    public convenience init(text: String) {
        self.init(Array(text.utf8), kind: .text)
    }

    /// Messages that go out together; nil where they are too long to be handed over at once.
    public init?(joining frames: [SharedFrame]) {
        let wire = frames.flatMap(\.wire)
        guard frames.count > 1, wire.count <= FrameLayout.longestFragment else { return nil }
        kind = .text
        // Handed over like one frame of the same length: there is no pause within.
        layout = FrameLayout(
            payloadCount: wire.count - FrameLayout.headerCount(payload: wire.count))
        guard layout.wireCount == wire.count else { return nil }
        self.wire = wire
    }

    /// A control frame: never fragmented, and not a message, so its kind means nothing.
    private init(control opcode: UInt8) {
        kind = .binary
        let payload = Array("ping".utf8)
        layout = FrameLayout(payloadCount: payload.count)
        wire = [opcode | 0x80, UInt8(payload.count)] + payload
    }

    /// Not an empty one: libwebsockets does not report the empty pong that answers it.
    static let ping = SharedFrame(control: 9)

    /// Bytes that this frame puts on the wire.
    public var byteCount: Int { wire.count }
}
