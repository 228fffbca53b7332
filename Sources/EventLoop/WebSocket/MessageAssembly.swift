/// Whole messages from the pieces that libwebsockets hands out. A message that comes in one piece is
/// never copied; the buffer of one in several pieces exists only until its end.
struct MessageAssembly {
    enum Outcome: Equatable {
        /// More pieces are to come.
        case incomplete
        /// The piece just given is the whole message.
        case wholeInPiece
        /// The message is in `buffer`; call `reset()` after its use.
        case wholeInBuffer
        /// The message went over the limit with this piece; nothing of it is kept.
        case tooLarge
        /// A further piece of a message that went over the limit.
        case discarded
    }

    private(set) var buffer: [UInt8] = []
    private var isDiscarding = false
    let limit: Int

    init(limit: Int) {
        self.limit = limit
    }

    mutating func take(_ piece: UnsafeRawBufferPointer, isFirst: Bool, isFinal: Bool) -> Outcome {
        if isFirst {
            reset()
            isDiscarding = false
        }
        if isDiscarding { return .discarded }
        guard buffer.count + piece.count <= limit else {
            reset()
            isDiscarding = true
            return .tooLarge
        }
        if isFirst && isFinal { return .wholeInPiece }
        // The caller's bytes live for the length of this call and are copied within it.
        unsafe buffer.append(contentsOf: piece)
        return isFinal ? .wholeInBuffer : .incomplete
    }

    mutating func reset() {
        buffer = []
    }
}
