import SplitCore

/// Which steps of a plan have been sent and acknowledged. No clock and no network: a state machine
/// that says what to do next.
///
/// Whatever was sent and not acknowledged is sent again, in its order, after a new connection or when
/// the server's disk refused some of it; the server knows commands by their ids, so a repeat is harmless.
struct ReplayProgress {
    private let steps: [ReplayPlan.Step]
    private let index: [CommandID: Int]
    private var isDone: [Bool]
    private(set) var acknowledged = 0
    /// The next step that was not sent since the last `sendAgain`.
    private(set) var next = 0

    init(_ plan: ReplayPlan) {
        steps = plan.steps
        isDone = Array(repeating: false, count: plan.steps.count)
        var index: [CommandID: Int] = [:]
        for (position, step) in plan.steps.enumerated() {
            if let command = CommandID(step.action.commandID) { index[command] = position }
        }
        self.index = index
    }

    var isComplete: Bool { acknowledged == steps.count }

    /// Everything unacknowledged is to be sent again.
    mutating func sendAgain() {
        next = 0
        skipDone()
    }

    /// The next step to send, or when it will be due, since the replay began.
    enum Next: Equatable {
        case send(ReplayAction)
        case wait(microseconds: Int64)
        case nothing
    }

    /// What to do at a time since the replay began.
    mutating func next(at elapsed: Int64) -> Next {
        skipDone()
        guard next < steps.count else { return .nothing }
        let step = steps[next]
        guard step.sendAfter <= elapsed else {
            return .wait(microseconds: step.sendAfter - elapsed)
        }
        next += 1
        return .send(step.action)
    }

    /// The server has the command; or has what it asked for already.
    mutating func acknowledge(_ command: CommandID) {
        guard let position = index[command], !isDone[position] else { return }
        isDone[position] = true
        acknowledged += 1
    }

    private mutating func skipDone() {
        while next < steps.count, isDone[next] { next += 1 }
    }
}
