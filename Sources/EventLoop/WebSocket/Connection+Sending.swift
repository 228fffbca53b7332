import CWebsockets

/// Writing. On plain TCP a server's frame goes straight to the descriptor, behind the back of
/// libwebsockets, which is much cheaper than its writable callbacks. That is sound under three rules:
/// never while libwebsockets holds unsent bytes of its own, never once a close is under way, and what
/// the socket does not take of a fragment is handed to libwebsockets at once, which sends it ahead of
/// its own pongs and closes.
///
/// TLS leaves no such way: what it could not send is encrypted, and has to go before anything else. So
/// there libwebsockets writes, a fragment at a time, and keeps at most one for a peer that takes nothing.
/// Which way a frame takes is the affair of a `FrameWriter`; on plain TCP it can be the same one.
extension Connection {
    /// Sends a frame that many connections share, if this one has nothing older to send. A frame that
    /// went out in part is completed by itself.
    public func send(_ frame: SharedFrame) -> SendOutcome {
        guard isOpen else { return .gone }
        let outcome = owing(hasPending ? .behind : transmit(frame))
        if outcome == .sent, isClear { loop.clearances.insert(key) }
        return outcome
    }

    private var isClear: Bool {
        guard case .server = role, !isSecure, loop.manyWriter != nil else { return false }
        return isReady
    }

    /// Whether a frame can be begun now.
    var isReady: Bool { isOpen && !hasPending }

    /// What it comes to that a frame was begun on a connection that was ready.
    func began(_ frame: SharedFrame, _ result: WriteResult) -> SendOutcome {
        var cursor = FrameCursor(frame)
        let outcome = took(result, &cursor)
        return owing(keep(cursor, after: outcome))
    }

    private func owing(_ outcome: SendOutcome) -> SendOutcome {
        if outcome == .behind { owesWritable = true }
        return outcome
    }

    /// Sends a reply that must not be lost: at once, or after what waits already. Too many of them
    /// waiting close the connection with `Configuration.replyOverflowCode`.
    public func enqueue(_ frame: SharedFrame) {
        guard isOpen else { return }
        if !hasPending, transmit(frame) != .behind { return }
        guard queue.append(frame) else {
            queue.removeAll()
            close(code: loop.configuration.replyOverflowCode, reason: "too many replies wait")
            return
        }
        socket?.requestWritable()
    }

    public func enqueue(_ text: String) {
        enqueue(SharedFrame(text: text))
    }

    /// Sends a ping, unless something unsent shows already that the peer takes nothing.
    func ping() {
        guard isOpen, let socket, !socket.hasPartial else { return }
        switch role {
        case .server:
            // Legal between fragments, and no message, so a cursor stays as it is.
            let waiting = cursor
            _ = transmit(.ping)
            cursor = waiting
        case .client:
            if !loop.writeFrame(to: socket, of: .ping, fragment: 0, as: LWS_WRITE_PING.rawValue) {
                abandon()
            }
        }
    }

    /// Begins a frame; nothing is pending.
    private func transmit(_ frame: SharedFrame) -> SendOutcome {
        var cursor = FrameCursor(frame)
        let outcome = advance(&cursor)
        // Over TLS each call has written one fragment.
        while outcome == .sent, !cursor.isDone, socket?.hasPartial == false {
            switch advance(&cursor) {
            case .sent: continue
            case .behind: return keep(cursor, after: .sent)
            case .gone: return .gone
            }
        }
        return keep(cursor, after: outcome)
    }

    /// Keeps a frame that was begun and is not at its end.
    private func keep(_ cursor: FrameCursor, after outcome: SendOutcome) -> SendOutcome {
        if outcome == .sent, !cursor.isDone {
            self.cursor = cursor
            socket?.requestWritable()
        }
        return outcome
    }

    /// Writes on from where a frame stands. After `behind` it stands where it stood.
    private func advance(_ cursor: inout FrameCursor) -> SendOutcome {
        guard let socket else { return .gone }
        switch role {
        case .server: return took(write(cursor), &cursor)
        case .client: return advance(&cursor, through: socket)
        }
    }

    private func write(_ cursor: FrameCursor) -> WriteResult {
        let writer: any FrameWriter = isSecure ? loop.secureWriter : loop.writer
        return writer.write(cursor.frame, from: cursor.offset, to: self)
    }

    /// Moves a frame on by what the socket took of it, and hands the rest of a fragment on.
    private func took(_ result: WriteResult, _ cursor: inout FrameCursor) -> SendOutcome {
        switch result {
        case .wouldBlock:
            socket?.requestWritable()
            return .behind
        case .failed:
            lost()
            return .gone
        case .wrote(let count):
            let tail = cursor.took(count)
            if tail.isEmpty { return .sent }
            // `wire` never changes and the cursor holds it; libwebsockets copies what it keeps.
            let isTaken = unsafe cursor.frame.wire.withUnsafeBytes { wire in
                unsafe socket?.writeRaw(UnsafeRawBufferPointer(rebasing: wire[tail]))
            }
            if isTaken == true { return .sent }
            abandon()
            return .gone
        }
    }

    /// A client's frames are masked, each anew, which is left to libwebsockets.
    private func advance(_ cursor: inout FrameCursor, through socket: LibrarySocket) -> SendOutcome
    {
        let frame = cursor.frame
        let index = cursor.fragment
        var type = index == 0 ? LWS_WRITE_TEXT.rawValue : LWS_WRITE_CONTINUATION.rawValue
        if index == 0, frame.kind == .binary { type = LWS_WRITE_BINARY.rawValue }
        if index < frame.layout.fragmentCount - 1 { type |= LWS_WRITE_NO_FIN.rawValue }
        guard loop.writeFrame(to: socket, of: frame, fragment: index, as: type) else {
            abandon()
            return .gone
        }
        _ = cursor.took(frame.layout.wire(ofFragment: index).count)
        return .sent
    }

    /// Goes on with what waits: the rest of a frame, then the replies. Answers whether all is out.
    private func drain() -> Bool {
        while let socket, !socket.hasPartial, phase != .gone {
            if var current = cursor {
                cursor = nil
                let outcome = advance(&current)
                if outcome == .gone { return false }
                if !current.isDone { cursor = current }
                if outcome == .behind { return false }
                if cursor != nil, socket.hasPartial { return false }
            } else if let reply = queue.first {
                switch transmit(reply) {
                case .sent: queue.removeFirst()
                case .behind, .gone: return false
                }
            } else {
                return true
            }
        }
        return false
    }

    /// The writable callback, which may come at any time.
    func becameWritable() {
        guard phase == .open || isClosing else { return }
        // Who took some of what waited for it is there, even if a ping has found no room for a long time.
        if owesWritable || cursor != nil || !queue.isEmpty { lastHeard = loop.now }
        guard drain() else {
            if phase != .gone, cursor != nil || !queue.isEmpty { socket?.requestWritable() }
            return
        }
        if isClosing {
            closeOnNextTurn()
        } else if owesWritable {
            owesWritable = false
            loop.tellWritable(self)
        }
    }

    private var isClosing: Bool {
        if case .closing = phase { true } else { false }
    }
}
