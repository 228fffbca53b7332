/// How an outgoing, unmasked message lies on the wire: one frame up to a length, else frames of that length
/// one after the other, so that control frames find a gap and a slow reader's unsent part stays small.
struct FrameLayout: Equatable, Sendable {
    /// The most that the payload of a fragment may be. What a socket does not take of one is copied by
    /// libwebsockets, so this bounds that copy for each slow reader.
    static let longestPayload = 16 * 1024

    /// The bytes on the wire of the longest fragment.
    static let longestFragment = headerCount(payload: longestPayload) + longestPayload

    let payloadCount: Int
    /// The payload of each fragment but the last.
    var fragmentPayload = longestPayload

    var fragmentCount: Int {
        max(1, (payloadCount + fragmentPayload - 1) / fragmentPayload)
    }

    /// Bytes on the wire, headers included.
    var wireCount: Int {
        let last = payloadCount - (fragmentCount - 1) * fragmentPayload
        return (fragmentCount - 1) * fragmentWire + Self.headerCount(payload: last) + last
    }

    /// The bytes on the wire of each fragment but the last.
    private var fragmentWire: Int { Self.headerCount(payload: fragmentPayload) + fragmentPayload }

    /// The wire bytes of a fragment with its header.
    func wire(ofFragment index: Int) -> Range<Int> {
        let start = index * fragmentWire
        return start..<min(start + fragmentWire, wireCount)
    }

    /// The wire bytes of a fragment's payload alone.
    func payload(ofFragment index: Int) -> Range<Int> {
        let range = wire(ofFragment: index)
        let count =
            index == fragmentCount - 1
            ? payloadCount - index * fragmentPayload : fragmentPayload
        return (range.upperBound - count)..<range.upperBound
    }

    /// The end of the fragment that the byte before `offset` lies in: where it is legal to pause.
    func pause(atOrAfter offset: Int) -> Int {
        min((offset + fragmentWire - 1) / fragmentWire * fragmentWire, wireCount)
    }

    static func headerCount(payload: Int) -> Int {
        payload < 126 ? 2 : payload < 65536 ? 4 : 10
    }

    static func appendHeader(
        opcode: UInt8, isFinal: Bool, payload: Int, to bytes: inout [UInt8]
    ) {
        bytes.append(opcode | (isFinal ? 0x80 : 0))
        if payload < 126 {
            bytes.append(UInt8(payload))
        } else if payload < 65536 {
            bytes.append(126)
            bytes.append(UInt8(payload >> 8))
            bytes.append(UInt8(payload & 0xff))
        } else {
            bytes.append(127)
            for shift in stride(from: 56, through: 0, by: -8) {
                bytes.append(UInt8((payload >> shift) & 0xff))
            }
        }
    }
}
