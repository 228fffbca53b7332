import Glibc

extension EventLoop {
    /// Sends a frame to many connections of this loop's server, each of them named once, with as few
    /// calls of the system as may be. `told` is called once for each, by its place in the list, with what
    /// `Connection.send` would answer; it must not send.
    public func send(
        _ frame: SharedFrame, to connections: [Connection],
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
        for place in connections.indices {
            let connection = connections[place]
            if connection.isSecure || !connection.isReady {
                told(place, connection.send(frame))
            } else {
                receivers.add(connection, at: place)
            }
        }
        writer.write(frame, to: receivers, results: &results)
        let whole = WriteResult.wrote(frame.byteCount)
        for index in results.indices {
            let result = results[index]
            let outcome =
                result == whole ? .sent : receivers.connections[index].began(frame, result)
            told(receivers.places[index], outcome)
        }
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
