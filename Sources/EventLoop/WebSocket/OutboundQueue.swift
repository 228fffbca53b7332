/// The replies that wait for one connection, oldest first, within a bound of frames and of bytes.
struct OutboundQueue {
    private var frames: [SharedFrame] = []
    private var waitingBytes = 0
    private let byteLimit: Int
    private let countLimit: Int

    init(byteLimit: Int, countLimit: Int) {
        self.byteLimit = byteLimit
        self.countLimit = countLimit
    }

    var count: Int { frames.count }
    var isEmpty: Bool { frames.isEmpty }
    var first: SharedFrame? { frames.first }

    /// Answers false, and leaves the queue as it is, where the frame goes beyond a bound. A single
    /// frame larger than the bound of bytes is taken if nothing else waits.
    mutating func append(_ frame: SharedFrame) -> Bool {
        guard isEmpty || (count < countLimit && waitingBytes + frame.byteCount <= byteLimit) else {
            return false
        }
        frames.append(frame)
        waitingBytes += frame.byteCount
        return true
    }

    /// Moves the few frames behind it up: the bound of frames keeps that cheap.
    mutating func removeFirst() {
        waitingBytes -= frames.removeFirst().byteCount
    }

    /// Gives the memory back too: most connections never wait again.
    mutating func removeAll() {
        frames = []
        waitingBytes = 0
    }
}
