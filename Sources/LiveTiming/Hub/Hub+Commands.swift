import EventLoop
import Journal
import SplitCore
import TimingWire

/// Who sent a command, over whatever connection.
struct Sender {
    var role: Role
    var device: DeviceID?
}

extension Hub {
    /// Takes in a command. `reply` is called once, when the answer is durable or known to be an error.
    func take(
        _ message: CommandMessage, from sender: Sender, reply: @escaping (ServerMessage) -> Void
    ) {
        statistics.commands += 1
        let origin = Origin(
            command: message.commandID, role: sender.role, device: sender.device,
            receivedAt: clock.now, reason: message.reason)

        guard let track = message.track else {
            guard case .registerRunner(let runner) = message.body else {
                preconditionFailure("every command but registerRunner names its track")
            }
            return register(runner, message, origin, reply: reply)
        }
        let room = rooms[track] ?? makeRoom(track, at: origin.receivedAt)
        if let known = room.log.answer(to: message.commandID) {
            return repeatAnswer(known, to: message, in: room.log, reply: reply)
        }
        if case .failing = storage { return refuse(message, reply) }
        do throws(TimingError) {
            let (command, newRunner) = resolve(message.body, origin)
            let events = try room.state.decide(command, from: origin)
            let shown = room.broadcast.published
            var transaction = Transaction()
            rooms[track] = room
            if let newRunner { apply(newRunner, origin, to: &transaction) }
            apply(events, origin, to: room, in: &transaction)
            remember(message, in: room.log, &transaction)
            commit(transaction, registry: newRunner != nil, rooms: [room])
            acknowledge(message, room.log.appliedSeq, in: room.log, reply: reply)
            notify(events.flatMap { room.state.attention(after: $0) }, in: room)
            notifyOfOthers(command, in: room, since: shown)
        } catch {
            statistics.refusals += 1
            reply(.error(WireError(error, commandID: message.commandID)))
        }
    }

    private func makeRoom(_ id: TrackID, at now: Timestamp) -> Room {
        Room(
            id: id, log: Self.newLog(id.text, at: now),
            state: TrackState(id: id, mergeWindow: settings.mergeWindow.span),
            createdAt: now)
    }

    /// A run that was started under a name is the run of whoever answers to it, or of someone new.
    private func resolve(_ body: CommandBody, _ origin: Origin) -> (Command, new: Runner?) {
        switch body {
        case .track(let command): return (command, nil)
        case .registerRunner: preconditionFailure("a runner is not registered on a track")
        case .startRunByName(let run, let start):
            if let runner = registry.runner(named: start.runnerName) {
                return (.startRun(run, start.resolved(to: runner.id)), nil)
            }
            let runner = Runner(id: .unique(at: origin.receivedAt), name: start.runnerName)
            return (.startRun(run, start.resolved(to: runner.id)), runner)
        }
    }

    // MARK: Events

    private func apply(
        _ events: [Event], _ origin: Origin, to room: Room, in transaction: inout Transaction
    ) {
        begin(room.log, in: &transaction)
        var seq = room.log.appliedSeq
        for event in events {
            seq += 1
            room.state.evolve(LoggedEvent(seq: seq, origin: origin, event: event))
            let body = EventCodec.encode(event, reason: origin.reason)
            transaction.events.append(
                EventRow(body, of: room.log, seq: seq, origin: origin, run: event.run))
        }
        statistics.events += events.count
        room.log.advance(to: seq)
        let changes = room.state.takeChanges()
        room.broadcast.changes.merge(changes)
        transaction.changes += HistoryRows(
            state: room.state, names: registry, createdAt: room.createdAt
        ).changes(for: changes, stored: &room.stored)
    }

    private func apply(
        _ runner: Runner, _ origin: Origin, to transaction: inout Transaction
    ) {
        begin(registryLog, in: &transaction)
        registry.register(runner)
        let seq = registryLog.appliedSeq + 1
        let body = RunnerCodec.encode(runner, reason: origin.reason)
        transaction.events.append(
            EventRow(body, of: registryLog, seq: seq, origin: origin, run: nil))
        registryLog.advance(to: seq)
        transaction.changes.append(.putRunner(RunnerRow(runner)))
    }

    /// Keeps what a command is answered, in the log that it was sent to. Ids of commands are unique
    /// there and nowhere else, so other logs in which it leaves events know nothing of it.
    private func remember(
        _ message: CommandMessage, in log: DurableLog, _ transaction: inout Transaction
    ) {
        log.remember(message.commandID, digest: message.digest)
        transaction.commands.append(
            CommandRow(
                track: log.name, commandID: message.commandID.text,
                digest: message.digest.bytes, seq: log.appliedSeq))
    }

    /// A log that the journal has not heard of begins with its epoch.
    private func begin(_ log: DurableLog, in transaction: inout Transaction) {
        guard !log.isBegun else { return }
        log.isBegun = true
        transaction.heads.append(LogHead(track: log.name, epoch: log.epoch, seq: log.appliedSeq))
    }

    // MARK: The registry

    private func register(
        _ runner: Runner, _ message: CommandMessage, _ origin: Origin,
        reply: @escaping (ServerMessage) -> Void
    ) {
        guard origin.role.mayRegisterRunners else {
            statistics.refusals += 1
            return reply(
                .error(
                    WireError(
                        .timing(.notAllowed),
                        "the role \(origin.role.rawValue) may not send registerRunner; "
                            + "say hello with a token that may",
                        commandID: message.commandID)))
        }
        if let known = registryLog.answer(to: message.commandID) {
            return repeatAnswer(known, to: message, in: registryLog, reply: reply)
        }
        if case .failing = storage { return refuse(message, reply) }
        let hadOtherName = registry.name(of: runner.id) != runner.name
        var transaction = Transaction()
        apply(runner, origin, to: &transaction)
        remember(message, in: registryLog, &transaction)
        let renamed = hadOtherName ? rename(runner.id, origin, in: &transaction) : []
        commit(transaction, registry: true, rooms: renamed)
        acknowledge(message, registryLog.appliedSeq, in: registryLog, reply: reply)
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
            apply([.runnerRenamed(runner)], origin, to: room, in: &transaction)
        }
        return showing
    }

    // MARK: Answers

    /// Sends what was applied to the journal. When it is on disk, lists show it and everyone who waits
    /// is answered.
    private func commit(_ transaction: Transaction, registry hasRunner: Bool, rooms: [Room]) {
        let logs = rooms.map(\.log) + (hasRunner ? [registryLog] : [])
        let marks = LoopBound(
            (
                logs: logs.map { (log: $0, seq: $0.appliedSeq) },
                rooms: rooms.map { (room: $0, summary: $0.currentSummary) }
            ))
        let mailbox = loop.mailbox
        journal.append(transaction) { result in
            mailbox.post {
                // Given up on: `storageStopped` reads the state anew and tells those who wait.
                guard case .success = result else { return }
                for (room, summary) in marks.value.rooms { room.summary = summary }
                for (log, seq) in marks.value.logs { log.committed(through: seq) }
            }
        }
    }

    private func acknowledge(
        _ message: CommandMessage, _ seq: Int64, in log: DurableLog,
        reply: @escaping (ServerMessage) -> Void
    ) {
        log.whenDurable(seq) { outcome in
            switch outcome {
            case .durable:
                reply(
                    .commandAck(
                        message.commandID, track: message.track, seq: seq,
                        ignored: message.ignored))
            case .lost: reply(.error(.storageUnavailable(message.commandID)))
            }
        }
    }

    private func refuse(_ message: CommandMessage, _ reply: (ServerMessage) -> Void) {
        statistics.refusals += 1
        reply(.error(.storageUnavailable(message.commandID)))
    }

    /// The same command again gets the first answer; another one under its id is an error.
    private func repeatAnswer(
        _ known: DurableLog.Answer, to message: CommandMessage, in log: DurableLog,
        reply: @escaping (ServerMessage) -> Void
    ) {
        guard known.digest == message.digest else {
            statistics.refusals += 1
            return reply(
                .error(
                    WireError(
                        .commandIDReused, field: "commandId",
                        "the command \(message.commandID) was sent before with other fields; "
                            + "a new command needs a new id", commandID: message.commandID)))
        }
        acknowledge(message, known.seq, in: log, reply: reply)
    }
}

extension WireError {
    static func storageUnavailable(_ command: CommandID?) -> WireError {
        WireError(
            .storageUnavailable,
            "the server's disk does not take events now; nothing was recorded. Keep the command and "
                + "send it again", commandID: command)
    }
}
