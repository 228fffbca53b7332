/// What libwebsockets reports about a connection.
extension Connection {
    /// A piece of a message. Lives for the length of the call.
    func received(_ piece: UnsafeRawBufferPointer) {
        lastHeard = loop.now
        guard isOpen, let socket else { return }
        let kind: MessageKind = socket.isBinary ? .binary : .text
        // Copied if it is kept.
        let outcome = unsafe assembly.take(
            piece, isFirst: socket.isFirstPiece, isFinal: socket.isFinalPiece)
        switch outcome {
        case .incomplete, .discarded:
            return
        case .wholeInPiece:
            unsafe loop.tellReceived(piece, kind, self)
        case .wholeInBuffer:
            let message = assembly.buffer
            assembly.reset()
            // The array outlives the call.
            unsafe message.withUnsafeBytes { unsafe loop.tellReceived($0, kind, self) }
        case .tooLarge:
            loop.tellTooLarge(self)
            close(code: .tooLarge, reason: "the message is too large")
        }
    }

    func receivedPong() {
        lastHeard = loop.now
    }

    /// A close frame's payload; libwebsockets answers it.
    func peerCloses(_ payload: UnsafeRawBufferPointer) {
        // The bytes live for the length of the call.
        let bytes = unsafe Array(payload)
        let code =
            bytes.count < 2
            ? nil : CloseCode(rawValue: UInt16(bytes[0]) << 8 | UInt16(bytes[1]))
        peerClose = CloseFrame(
            code: code, reason: String(decoding: bytes.dropFirst(2), as: UTF8.self))
        if phase != .gone { phase = .ending }
    }

    /// The connection's time on the wheel. Answers the ticks until it is to be looked at again.
    func checkTime() -> Int? {
        if let closeDeadline, loop.now >= closeDeadline {
            abandon()
            return nil
        }
        // The deadline has its own entry, and only an open connection is pinged.
        guard isOpen else { return nil }
        // Who takes what waits in the system is there, even if their pongs are a long way behind it.
        let unacknowledged = unacknowledgedBytes
        if unacknowledged < lastUnacknowledged { lastHeard = loop.now }
        lastUnacknowledged = unacknowledged
        let silence = loop.now - lastHeard
        if silence >= loop.hangUpTicks {
            abandon()
            return nil
        }
        if silence < loop.pingTicks { return loop.pingTicks - silence }
        ping()
        return min(loop.pingTicks, loop.hangUpTicks - silence)
    }

    /// The end. Answers false where it was told before.
    func end() -> Bool {
        guard phase != .gone else { return false }
        phase = .gone
        socket = nil
        leaveCrowd()
        cursor = nil
        queue.removeAll()
        assembly.reset()
        return true
    }
}
