/// The crowd: connections of a server that are read from a few at a time, see `Gate`. Each new one is of it.
extension Connection {
    /// Has what this peer says read before what the crowd does, from now on.
    public func leaveCrowd() {
        guard isInCrowd else { return }
        isInCrowd = false
        loop.gate.remove(descriptor)
        socket?.setReading(true)
    }

    /// The socket failed. A sweep finds that of hundreds in one turn; of the crowd a few at a time are ended, as the
    /// gate tells of a dead one too.
    func lost() {
        guard isInCrowd else { return abandon() }
        guard isOpen else { return }
        phase = .ending
        endSoon()
    }

    func joinCrowd() {
        guard isOpen, let socket, !isInCrowd, loop.gate.add(descriptor, key) else { return }
        isInCrowd = true
        socket.setReading(false)
        // What came right behind the request libwebsockets has read with it, and no socket tells of that.
        letIn()
    }

    /// Takes in what has come, or the end.
    func letIn() {
        guard isOpen, isInCrowd, let socket else { return leaveCrowd() }
        socket.setReading(true)
        loop.library?.read(from: descriptor)
        guard isInCrowd, let socket = self.socket else { return }
        // The closing handshake is libwebsockets' own affair.
        if isOpen { socket.setReading(false) } else { leaveCrowd() }
    }
}
