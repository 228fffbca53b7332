import Journal
import SplitCore
import TimingWire

/// Where one log stands: what has been applied, what of it is on disk, and who waits for that.
///
/// Nothing that shows an event leaves the server before the event is durable, so everything that
/// answers is handed to `whenDurable`. Loop thread only.
final class DurableLog {
    /// What a command was answered, and what it was.
    struct Answer {
        var seq: Int64
        var digest: CommandDigest
    }

    /// The track's id; empty for the registry of runners.
    let name: String
    let epoch: String
    /// Whether the journal knows of this log, or will with what is on its way to it.
    var isBegun: Bool
    private(set) var appliedSeq: Int64
    private(set) var durableSeq: Int64
    /// The latest of them; the rest is on disk.
    private var answers = SpreadDictionary<CommandID, Answer>()
    /// The commands of `answers`, the oldest first.
    private var answered: ArraySlice<CommandID> = []
    /// Whether the disk may know of commands that memory does not.
    private(set) var hasStoredAnswers: Bool
    private var waiting: [(seq: Int64, work: (Outcome) -> Void)] = []
    private var firstWaiting = 0
    /// Whether what is not on disk was given up. The log is as good as gone then: one that is read
    /// from disk takes its place.
    private var isLost = false

    enum Outcome {
        case durable
        /// The disk did not take it; it did not happen.
        case lost
    }

    /// A log that nothing is in yet.
    init(name: String, epoch: String) {
        self.name = name
        self.epoch = epoch
        isBegun = false
        hasStoredAnswers = false
        appliedSeq = 0
        durableSeq = 0
    }

    /// A log as it is on disk.
    init(_ head: LogHead) {
        name = head.track
        epoch = head.epoch
        isBegun = true
        hasStoredAnswers = head.seq > 0
        appliedSeq = head.seq
        durableSeq = head.seq
    }

    /// What the command was answered, if it was sent before and memory still knows.
    func answer(to command: CommandID) -> Answer? { answers[command] }

    /// Counts events up to this one as applied.
    func advance(to seq: Int64) { appliedSeq = seq }

    /// Keeps the answer to a command, all of whose events are applied: where the last of them stands.
    func remember(_ command: CommandID, digest: CommandDigest) {
        recall(command, Answer(seq: appliedSeq, digest: digest))
    }

    /// Takes up an answer that was found on disk.
    func recall(_ command: CommandID, _ answer: Answer) {
        if answers[command] == nil { answered.append(command) }
        answers[command] = answer
    }

    /// Lets go of all answers but so many, as long as they are on disk.
    func forgetAnswers(but kept: Int) {
        while answered.count > kept, let oldest = answered.first,
            answers[oldest]!.seq <= durableSeq
        {
            answers[oldest] = nil
            answered.removeFirst()
            hasStoredAnswers = true
        }
    }

    /// Runs `work` once everything up to `seq` is on disk, or never will be: at once if that is known.
    func whenDurable(_ seq: Int64, _ work: @escaping (Outcome) -> Void) {
        if seq <= durableSeq { return work(.durable) }
        if isLost { return work(.lost) }
        waiting.append((seq, work))
    }

    /// Everything up to `seq` is on disk.
    func committed(through seq: Int64) {
        durableSeq = max(durableSeq, seq)
        while firstWaiting < waiting.count, waiting[firstWaiting].seq <= durableSeq {
            let work = waiting[firstWaiting].work
            firstWaiting += 1
            work(.durable)
        }
        // Moving the rest down now and then keeps the cost of each at a constant.
        if firstWaiting * 2 >= waiting.count {
            waiting.removeFirst(firstWaiting)
            firstWaiting = 0
        }
    }

    /// What is not on disk will never be.
    func lose() {
        isLost = true
        let lost = waiting[firstWaiting...]
        waiting = []
        firstWaiting = 0
        for (_, work) in lost { work(.lost) }
    }
}
