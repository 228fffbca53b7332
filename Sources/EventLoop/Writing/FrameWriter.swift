/// What became of bytes given to a socket.
enum WriteResult: Equatable {
    /// The socket took this many, at least one.
    case wrote(Int)
    /// It took none now.
    case wouldBlock
    /// It takes none any more.
    case failed
}

/// Puts frames on connections of the server, without waiting: the seam between the loop and how the
/// system is asked. `FrameWriting` tells which there are.
protocol FrameWriter: AnyObject {
    /// Writes a frame from `offset` on, as far as it goes at once. The connection has nothing pending,
    /// and the frame stands between two fragments or at its start.
    func write(_ frame: SharedFrame, from offset: Int, to connection: Connection) -> WriteResult

    /// Begins a frame on connections that are ready for one, none of them twice, and appends to `results`
    /// what became of each, in their order.
    func write(_ frame: SharedFrame, to receivers: Receivers, results: inout [WriteResult])
}

extension FrameWriter {
    func write(_ frame: SharedFrame, to receivers: Receivers, results: inout [WriteResult]) {
        for index in receivers.connections.indices {
            results.append(write(frame, from: 0, to: receivers.connections[index]))
        }
    }
}

/// Connections that a frame is begun on together.
struct Receivers {
    private(set) var connections: [Connection] = []
    /// Theirs, where a writer needs nothing else of them.
    private(set) var descriptors: [CInt] = []
    /// Where each of them is among those that the frame is for.
    private(set) var places: [Int] = []

    mutating func add(_ connection: Connection, at place: Int) {
        connections.append(connection)
        descriptors.append(connection.descriptor)
        places.append(place)
    }

    /// Keeps the memory.
    mutating func removeAll() {
        connections.removeAll(keepingCapacity: true)
        descriptors.removeAll(keepingCapacity: true)
        places.removeAll(keepingCapacity: true)
    }
}
