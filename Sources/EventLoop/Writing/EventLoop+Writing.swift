import Glibc

extension EventLoop {
    /// Sends a frame to many connections of this loop's server, each of them named once, with as few
    /// calls of the system as may be, and without looking at those that are clear (see `Clearances`). `told` is
    /// called once for each, by its place in the list, with what `Connection.send` would answer; it must not send.
    public func send(
        _ frame: SharedFrame, to seats: [Connection.Seat],
        told: (Int, Connection.SendOutcome) -> Void
    ) {
        // Out of the loop's hands meanwhile, and back with the memory that they have.
        var receivers = Receivers()
        var results: [WriteResult] = []
        swap(&receivers, &spareReceivers)
        swap(&results, &spareResults)
        defer {
            receivers.removeAll()
            results.removeAll(keepingCapacity: true)
            swap(&receivers, &spareReceivers)
            swap(&results, &spareResults)
        }
        // By index, here and in the writers: in a build without optimisation an array's iterator allocates.
        for place in seats.indices {
            let seat = seats[place]
            if clearances.contains(seat.key), seat.isReady {
                assert(
                    connection(seat)?.isReady == true,
                    "one with something pending is no longer clear")
                receivers.add(seat.descriptor, at: place)
            } else {
                told(place, connection(seat)?.send(frame) ?? .gone)
            }
        }
        // Nobody is clear where there is no such writer.
        manyWriter?.write(frame, to: receivers.descriptors, results: &results)
        let whole = WriteResult.wrote(frame.byteCount)
        for index in results.indices {
            let (place, result) = (receivers.places[index], results[index])
            let outcome =
                result == whole ? .sent : connection(seats[place])?.began(frame, result) ?? .gone
            told(place, outcome)
        }
    }

    private func connection(_ seat: Connection.Seat) -> Connection? {
        guard case .webSocket(let connection)? = sessions[seat.key] else { return nil }
        return connection
    }

    /// Gives the connection as many of the bytes as it takes. Over TLS only where libwebsockets itself
    /// writes nothing meanwhile, and after `wouldBlock` the same bytes next.
    func put(
        _ bytes: UnsafeRawBufferPointer, on socket: LibrarySocket, hasMore: Bool
    ) -> WriteResult {
        // The caller's bytes live for the length of the call.
        if let channel = socket.secureChannel { return unsafe channel.write(bytes) }
        return unsafe SocketWriter.send(bytes, to: socket.descriptor, hasMore: hasMore)
    }

    /// Tells the peer that nothing more comes; it may go on sending.
    func finishWriting(to socket: LibrarySocket) {
        socket.secureChannel?.finishWriting()
        shutdown(socket.descriptor, CInt(SHUT_WR))
    }
}
