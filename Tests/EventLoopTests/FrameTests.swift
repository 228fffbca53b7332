import Testing

@testable import EventLoop

@Suite struct FrameTests {
    static let sizes = [0, 1, 125, 126, 16_383, 16_384, 16_385, 32_768, 32_769, 65_536, 200_000]

    /// Reads frames the way a peer does.
    private func decode(_ wire: [UInt8]) -> [(opcode: UInt8, isFinal: Bool, payload: [UInt8])] {
        var frames: [(UInt8, Bool, [UInt8])] = []
        var rest = wire[...]
        while let first = rest.popFirst(), let second = rest.popFirst() {
            var count = Int(second)
            if count == 126 {
                count = Int(rest.removeFirst()) << 8
                count += Int(rest.removeFirst())
            }
            frames.append((first & 15, first & 0x80 != 0, Array(rest.prefix(count))))
            rest = rest.dropFirst(count)
        }
        return frames
    }

    @Test(arguments: sizes, [false, true])
    func `a frame of any size is one message on the wire`(size: Int, isShort: Bool) {
        let payload = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let frame = SharedFrame(payload, kind: .binary, inShortFragments: isShort)
        let frames = decode(frame.wire)
        #expect(frames.flatMap(\.payload) == payload)
        #expect(frames.map(\.opcode) == [2] + Array(repeating: 0, count: frames.count - 1))
        #expect(frames.map(\.isFinal) == Array(repeating: false, count: frames.count - 1) + [true])
        #expect(frames.count == frame.layout.fragmentCount)
        let longest = isShort ? SharedFrame.shortFragment : FrameLayout.longestPayload
        #expect(frames.dropLast().allSatisfy { $0.payload.count == longest })
        #expect(frames.last!.payload.count <= longest)
        #expect(frame.wire.count == frame.layout.wireCount)
        for (index, decoded) in frames.enumerated() {
            #expect(Array(frame.wire[frame.layout.payload(ofFragment: index)]) == decoded.payload)
        }
    }

    @Test(arguments: sizes, [1, 40, 16_384, 20_000])
    func `a head before a payload is one message with it`(size: Int, headSize: Int) {
        let payload = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let head = (0..<headSize).map { UInt8(truncatingIfNeeded: $0 &* 11) }
        let frame = SharedFrame(([9] + payload).dropFirst(), after: head)
        #expect(frame.wire == SharedFrame(head + payload).wire)
        #expect(frame.wire.count == frame.layout.wireCount)
    }

    @Test func `joined frames are their messages one after the other`() throws {
        let parts = ["one", String(repeating: "2", count: 5000), "three"]
        let joined = try #require(SharedFrame(joining: parts.map { SharedFrame(text: $0) }))
        let frames = decode(joined.wire)
        #expect(frames.map { String(decoding: $0.payload, as: UTF8.self) } == parts)
        #expect(frames.allSatisfy { $0.opcode == 1 && $0.isFinal })
        #expect(joined.layout.wireCount == joined.wire.count)
        #expect(joined.layout.pause(atOrAfter: 1) == joined.wire.count)
    }

    /// What a socket does not take is copied, so what is handed over at once has a bound.
    @Test func `frames are joined up to the length of a fragment`() {
        func pair(_ count: Int) -> [SharedFrame] {
            [SharedFrame(text: ""), SharedFrame([UInt8](repeating: 65, count: count))]
        }
        let most = FrameLayout.longestFragment - 2 - 4
        #expect(SharedFrame(joining: pair(most))?.byteCount == FrameLayout.longestFragment)
        #expect(SharedFrame(joining: pair(most + 1)) == nil)
        #expect(SharedFrame(joining: [SharedFrame(text: "alone")]) == nil)
        for count in 0...300 {
            let frames = pair(count)
            guard let joined = SharedFrame(joining: frames) else { continue }
            #expect(joined.wire == frames.flatMap(\.wire))
            #expect(joined.layout.wireCount == joined.wire.count)
        }
    }

    @Test func `headers have the shortest form of the length`() {
        for (payload, header) in [
            (0, [0x81, 0]), (125, [0x81, 125]), (126, [0x81, 126, 0, 126]),
            (65535, [0x81, 126, 255, 255]), (65536, [0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0]),
        ] {
            var bytes: [UInt8] = []
            FrameLayout.appendHeader(opcode: 1, isFinal: true, payload: payload, to: &bytes)
            #expect(bytes == header.map(UInt8.init))
            #expect(FrameLayout.headerCount(payload: payload) == header.count)
        }
    }

    /// Whatever the socket takes each time, the parts given to it and the tails given to libwebsockets
    /// make up the frame, and the cursor only stands between fragments.
    @Test(
        arguments: sizes.flatMap { [($0, false), ($0, true)] },
        [1, 3, 1000, 2051, 2052, 2053, 16_387, 16_388, 16_389, 1_000_000])
    func `a cursor hands over every byte once and pauses between fragments`(
        frame: (size: Int, isShort: Bool), room: Int
    ) {
        let frame = SharedFrame(
            [UInt8](repeating: 5, count: frame.size), inShortFragments: frame.isShort)
        var cursor = FrameCursor(frame)
        var handed: [UInt8] = []
        var fragment = 0
        while !cursor.isDone {
            #expect(cursor.offset == frame.layout.wire(ofFragment: cursor.fragment).lowerBound)
            #expect(cursor.fragment >= fragment)
            fragment = cursor.fragment
            let start = cursor.offset
            let count = min(room, frame.wire.count - start)
            let tail = cursor.took(count)
            handed += frame.wire[start..<start + count]
            handed += frame.wire[tail]
        }
        #expect(handed == frame.wire)
    }
}

@Suite struct OutboundQueueTests {
    private let frame = SharedFrame(text: String(repeating: "a", count: 98))

    @Test func `frames leave in the order in which they came`() {
        var queue = OutboundQueue(byteLimit: 10_000, countLimit: 10)
        let frames = (0..<5).map { SharedFrame(text: "\($0)") }
        let taken = frames.map { queue.append($0) }
        #expect(taken.allSatisfy { $0 })
        for frame in frames {
            #expect(queue.first === frame)
            queue.removeFirst()
        }
        #expect(queue.isEmpty)
    }

    @Test func `a frame beyond a bound is refused and changes nothing`() {
        var byBytes = OutboundQueue(byteLimit: 250, countLimit: 10)
        let byBytesTaken = (1...3).map { _ in byBytes.append(frame) }
        #expect(byBytesTaken == [true, true, false])
        #expect(byBytes.count == 2)
        byBytes.removeFirst()
        let isTakenAgain = byBytes.append(frame)
        #expect(isTakenAgain)
        var byCount = OutboundQueue(byteLimit: 10_000, countLimit: 2)
        let byCountTaken = (1...3).map { _ in byCount.append(frame) }
        #expect(byCountTaken == [true, true, false])
    }

    @Test func `a single frame larger than the bound is taken`() {
        var queue = OutboundQueue(byteLimit: 10, countLimit: 2)
        let taken = [queue.append(frame), queue.append(frame)]
        #expect(taken == [true, false])
    }
}

@Suite struct MessageAssemblyTests {
    private func take(
        _ assembly: inout MessageAssembly, _ text: String, first: Bool, last: Bool
    ) -> MessageAssembly.Outcome {
        let bytes = Array(text.utf8)
        // The array holds the bytes for the length of the call.
        return unsafe bytes.withUnsafeBytes {
            unsafe assembly.take($0, isFirst: first, isFinal: last)
        }
    }

    @Test func `a message in one piece is not copied`() {
        var assembly = MessageAssembly(limit: 5)
        #expect(take(&assembly, "hello", first: true, last: true) == .wholeInPiece)
        #expect(assembly.buffer.isEmpty)
    }

    @Test func `pieces become one message`() {
        var assembly = MessageAssembly(limit: 10)
        #expect(take(&assembly, "one ", first: true, last: false) == .incomplete)
        #expect(take(&assembly, "", first: false, last: false) == .incomplete)
        #expect(take(&assembly, "two", first: false, last: true) == .wholeInBuffer)
        #expect(String(decoding: assembly.buffer, as: UTF8.self) == "one two")
    }

    @Test func `beyond the limit nothing is kept and the next message is taken again`() {
        var assembly = MessageAssembly(limit: 5)
        #expect(take(&assembly, "abc", first: true, last: false) == .incomplete)
        #expect(take(&assembly, "def", first: false, last: false) == .tooLarge)
        #expect(assembly.buffer.isEmpty)
        #expect(take(&assembly, "g", first: false, last: true) == .discarded)
        #expect(take(&assembly, "hello", first: true, last: true) == .wholeInPiece)
    }
}
