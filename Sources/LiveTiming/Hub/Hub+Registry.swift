import EventLoop
import Journal
import SplitCore
import TimingWire

/// Commands to the registry of runners, and its log.
extension Hub {
    /// Registers a runner. False: the command waits for the disk to say whether it is a repeat.
    func proceed(registering pending: PendingCommand) -> Bool {
        let (message, origin) = (pending.message, pending.origin)
        guard case .registerRunner(let runner) = message.body else {
            preconditionFailure("every command but registerRunner names its track")
        }
        guard origin.role.mayRegisterRunners else {
            statistics.refusals += 1
            pending.reply(
                .error(
                    WireError(
                        .timing(.notAllowed),
                        "the role \(origin.role.rawValue) may not send registerRunner; "
                            + "say hello with a token that may",
                        commandID: message.commandID)))
            return true
        }
        if let known = registryLog.answer(to: message.commandID) {
            repeatAnswer(known, to: message, in: registryLog, reply: pending.reply)
            return true
        }
        if case .failing = storage {
            refuse(message, pending.reply)
            return true
        }
        guard pending.isLookedUp || !registryLog.hasStoredAnswers else {
            consult(pending, in: registryLog, nil, for: [])
            return false
        }
        let hadOtherName = registry.name(of: runner.id) != runner.name
        var transaction = Transaction()
        apply(runner, origin, to: &transaction)
        remember(message, in: registryLog, &transaction)
        let renamed = hadOtherName ? rename(runner.id, origin, in: &transaction) : []
        commit(transaction, registry: true, rooms: renamed)
        acknowledge(message, registryLog.appliedSeq, in: registryLog, reply: pending.reply)
        if hadOtherName { tellOfEntries(of: runner.id) }
        return true
    }

    /// Boards that show the runner's name have to show the new one, so each of their tracks has an
    /// event of its own for it.
    private func rename(
        _ runner: RunnerID, _ origin: Origin, in transaction: inout Transaction
    ) -> [Room] {
        let showing = rooms.values.filter { room in
            room.state.hasRuns(of: runner)
        }
        for room in showing {
            evolve(&room.state, with: [.runnerRenamed(runner)], origin)
            write([.runnerRenamed(runner)], origin, of: room, to: &transaction)
        }
        return showing
    }

    /// Start lists show the new name too; they are no part of a log.
    private func tellOfEntries(of runner: RunnerID) {
        registryLog.whenDurable(registryLog.appliedSeq) { [weak self] outcome in
            guard let self, case .durable = outcome else { return }
            for room in self.rooms.values {
                self.notifyOfStartLists(room.state.sessions(entering: runner), in: room)
            }
        }
    }

    /// Registers a runner, and writes the event of it.
    func apply(
        _ runner: Runner, _ origin: Origin, to transaction: inout Transaction
    ) {
        begin(registryLog, in: &transaction)
        registry.register(runner)
        let seq = registryLog.appliedSeq + 1
        let body = RunnerCodec.encode(runner, reason: origin.reason)
        transaction.events.append(
            EventRow(body, of: registryLog, seq: seq, origin: origin, event: nil))
        registryLog.advance(to: seq)
        transaction.changes.append(.putRunner(RunnerRow(runner)))
    }
}
