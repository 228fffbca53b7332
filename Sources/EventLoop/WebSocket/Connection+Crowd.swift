/// The crowd: connections of a server that are read from a few at a time, see `Gate`. Each new one is of it.
extension Connection {
    /// Has what this peer says read before what the crowd does, from now on.
    public func leaveCrowd() {
        let wasInside = isInCrowd
        crowd = .outside
        guard wasInside else { return }
        loop.gate.remove(descriptor)
        socket?.setReading(true)
    }

    var isInCrowd: Bool { crowd == .inside }

    /// The socket failed. A sweep finds that of hundreds in one turn; of the crowd a few at a time are ended, as the
    /// gate tells of a dead one too.
    func lost() {
        guard isInCrowd else { return abandon() }
        guard isOpen else { return }
        phase = .ending
        endSoon()
    }

    /// Reads nothing more from it: libwebsockets could answer, and half a frame may be out.
    private func endLost() {
        crowd = .outside
        loop.gate.remove(descriptor)
        abandon()
    }

    func joinCrowd() {
        guard isOpen, let socket, crowd == .entering, loop.gate.add(descriptor, key) else { return }
        crowd = .inside
        socket.setReading(false)
        // What came right behind the request libwebsockets has read with it, and no socket tells of that.
        letIn()
    }

    /// Takes in what has come, or the end.
    func letIn() {
        if phase == .ending, isInCrowd { return endLost() }
        guard isOpen, isInCrowd, let socket else { return leaveCrowd() }
        socket.setReading(true)
        var goesOn = true
        // A piece at a time; a message of several is taken in one go, as far as it has come.
        for _ in 0..<Self.piecesAtOnce {
            let taken = assembly.buffer.count
            goesOn = loop.library?.read(from: descriptor) ?? false
            if !goesOn || !isInCrowd || assembly.buffer.count <= taken { break }
        }
        guard isInCrowd, let socket = self.socket else { return }
        if goesOn, isOpen { return socket.setReading(false) }
        // What is left is libwebsockets' own affair: a closing handshake, or bytes that have to go first.
        if isOpen {
            phase = .ending
            endSoon()
        }
        leaveCrowd()
    }

    private static let piecesAtOnce = 16
}
