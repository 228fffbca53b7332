import TimingWire

/// A spectator over a slow line: what it read, and the board that this comes to.
struct SlowReader {
    /// Messages are applied when there are so many bytes of them. That takes time, which shall not be that of the others'
    /// frames: as late as may be, and each of the readers at another time.
    private let mostPending = Int.random(in: 512...1024) << 10

    /// Whole messages that are not applied yet, and perhaps the beginning of one.
    private var pending: [[UInt8]] = []
    private var pendingBytes = 0
    private var isWithin = false
    private var board: BoardDocument?
    /// What was wrong with a frame, first.
    private(set) var fault: String?
    /// The `seq` of the last whole message; nil before the first.
    private(set) var seq: Int64?

    mutating func take(_ payload: UnsafeRawBufferPointer, isFirst: Bool, isFinal: Bool) {
        if isFirst || pending.isEmpty {
            unsafe pending.append(Array(payload))
        } else {
            unsafe pending[pending.count - 1].append(contentsOf: payload)
        }
        pendingBytes += payload.count
        isWithin = !isFinal
        guard isFinal, let message = pending.last else { return }
        // The array outlives the call.
        seq = unsafe message.withUnsafeBytes { unsafe Stamp.seq.first(in: $0) } ?? seq
        if pendingBytes > mostPending { apply() }
    }

    /// The connection ended; on the next one it begins with a snapshot.
    mutating func lost() {
        apply()
        self = SlowReader(fault: fault)
    }

    init() {}

    private init(fault: String?) {
        self.fault = fault
    }

    /// Whether what was read says the same as a board, but for the instant that it was asked for at.
    mutating func shows(_ other: BoardDocument) -> Bool {
        document.map { Self.untimed($0) == Self.untimed(other) } ?? false
    }

    /// The board that was read.
    var document: BoardDocument? {
        mutating get {
            apply()
            return board
        }
    }

    private static func untimed(_ board: BoardDocument) -> JSON.Object? {
        var members = board.json.object
        members?["time"] = nil
        return members
    }

    private mutating func apply() {
        let unfinished = isWithin ? pending.popLast() : nil
        for message in pending { apply(message) }
        pending = unfinished.map { [$0] } ?? []
        pendingBytes = unfinished?.count ?? 0
    }

    private mutating func apply(_ message: [UInt8]) {
        // The array outlives the call.
        guard let frame = try? unsafe message.withUnsafeBytes({ unsafe try JSONReader.read($0) })
        else {
            fault = fault ?? "a message is no JSON"
            return
        }
        do throws(BoardDocument.Failure) {
            switch frame["type"]?.string {
            case "snapshot": board = try BoardDocument(snapshot: frame)
            case "update": try board?.apply(frame)
            default: break
            }
        } catch {
            fault = fault ?? "a frame does not follow: \(error)"
        }
    }
}
