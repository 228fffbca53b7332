import EventLoop
import Testing

@testable import LiveTiming

@Suite struct FrameScannerTests {
    private struct Seen: Equatable {
        var opcode: UInt8
        var payload: [UInt8]
    }

    /// A frame as a server sends it.
    private func frame(_ opcode: UInt8, _ payload: [UInt8], isFinal: Bool = true) -> [UInt8] {
        let first = opcode | (isFinal ? 0x80 : 0)
        switch payload.count {
        case ..<126: return [first, UInt8(payload.count)] + payload
        case ..<65536:
            return [first, 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xff)] + payload
        default:
            let digits = (0..<8).reversed().map { UInt8(payload.count >> ($0 * 8) & 0xff) }
            return [first, 127] + digits + payload
        }
    }

    private func scan(_ bytes: [UInt8], in step: Int) throws -> [Seen] {
        var scanner = FrameScanner()
        var seen: [Seen] = []
        for start in stride(from: 0, to: bytes.count, by: step) {
            // The array outlives the call.
            try unsafe bytes[start..<min(start + step, bytes.count)].withUnsafeBytes { piece in
                unsafe try scanner.take(piece) { frame in
                    unsafe seen.append(
                        Seen(
                            opcode: frame.opcode, payload: Array(frame.payload)))
                }
            }
        }
        return seen
    }

    @Test(arguments: [1, 2, 3, 7, 125, 1000, 65_536, 1_000_000])
    func `the same frames come out however the bytes come in`(step: Int) throws {
        let payloads = [0, 1, 125, 126, 127, 65_535, 65_536].map { count in
            (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        }
        let bytes =
            payloads.flatMap { frame(1, $0) } + frame(1, [1, 2], isFinal: false) + frame(9, [7])
            + frame(0, [3])
        let seen = try scan(bytes, in: step)
        #expect(
            seen == payloads.map { Seen(opcode: 1, payload: $0) } + [
                Seen(opcode: 1, payload: [1, 2]),
                Seen(opcode: 9, payload: [7]),
                Seen(opcode: 0, payload: [3]),
            ])
    }

    @Test(
        arguments: [
            [0xc1, 0], [0x81, 0x80, 0, 0, 0, 0], [0x81, 127, 0xff, 0, 0, 0, 0, 0, 0, 0],
            [0x81, 127, 0, 0, 0, 0, 1, 0, 0, 1],
        ] as [[UInt8]])
    func `what is no frame of a server is told`(bytes: [UInt8]) {
        #expect(throws: FrameScanner.Fault.self) { try scan(bytes, in: 100) }
        #expect(throws: FrameScanner.Fault.self) { try scan(bytes, in: 1) }
    }
}
