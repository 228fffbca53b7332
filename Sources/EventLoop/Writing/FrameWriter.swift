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
}

/// A writer that needs no more of a connection than its socket.
protocol ManyFrameWriter: FrameWriter {
    /// Begins a frame on sockets that have nothing pending, none of them twice, and appends to `results`
    /// what became of each, in their order.
    func write(_ frame: SharedFrame, to descriptors: [CInt], results: inout [WriteResult])
}

/// Sockets that a frame is begun on together.
struct Receivers {
    private(set) var descriptors: [CInt] = []
    /// Where each of them is among those that the frame is for.
    private(set) var places: [Int] = []

    mutating func add(_ descriptor: CInt, at place: Int) {
        descriptors.append(descriptor)
        places.append(place)
    }

    /// Keeps the memory.
    mutating func removeAll() {
        descriptors.removeAll(keepingCapacity: true)
        places.removeAll(keepingCapacity: true)
    }
}
