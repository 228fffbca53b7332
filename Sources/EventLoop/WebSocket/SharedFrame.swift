/// A message made ready for the wire once and sent to any number of connections: the WebSocket
/// headers and the payload in one buffer that never changes.
///
/// Any thread may make one. Over 16 KiB the message is laid out as fragments, see `FrameLayout`.
public final class SharedFrame: Sendable {
    public let kind: MessageKind
    let layout: FrameLayout
    /// Headers and payload exactly as they go out to a peer of a server.
    let wire: [UInt8]

    public init(_ payload: [UInt8], kind: MessageKind = .text) {
        self.kind = kind
        layout = FrameLayout(payloadCount: payload.count)
        var wire: [UInt8] = []
        wire.reserveCapacity(layout.wireCount)
        for index in 0..<layout.fragmentCount {
            let start = index * FrameLayout.fragmentPayload
            let end = min(start + FrameLayout.fragmentPayload, payload.count)
            FrameLayout.appendHeader(
                opcode: index == 0 ? kind.rawValue : 0, isFinal: end == payload.count,
                payload: end - start, to: &wire)
            wire += payload[start..<end]
        }
        self.wire = wire
    }

    public convenience init(text: String) {
        self.init(Array(text.utf8), kind: .text)
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
