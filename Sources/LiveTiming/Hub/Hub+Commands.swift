import EventLoop
import Journal
import SplitCore
import TimingWire

extension Hub {
    /// Takes in a command. `reply` is called once, when the answer is durable or known to be an error.
    func take(
        _ message: CommandMessage, from sender: Sender, reply: @escaping (ServerMessage) -> Void
    ) {
        statistics.commands += 1
        // A command leaves a mark, and another one if it brings a runner: answers keep up with it.
        untold.serve(2)
        let command = PendingCommand(message, from: sender, at: clock.now, reply: reply)
        guard let source = sender.source else {
            _ = proceed(command)
            return
        }
        if let waiting = queues[source] {
            guard waiting.count < settings.maximumWaiting else {
                statistics.refusals += 1
                return reply(.error(.tooManyWaiting(message.commandID, settings.maximumWaiting)))
            }
            queues[source]!.append(command)
        } else if !proceed(command) {
            queues[source] = []
        }
    }

    /// Goes on with a command that had to wait.
    func resume(_ command: PendingCommand) {
        if proceed(command) { goOn(after: command) }
    }

    /// Goes on with the commands that came from the same source meanwhile.
    func goOn(after command: PendingCommand) {
        guard let source = command.sender.source else { return }
        while let next = queues[source]?.popFirst() {
            guard proceed(next) else { return }
        }
        queues[source] = nil
    }

    /// Decides a command and applies it. False: it waits for something from the archive, and is
    /// resumed then.
    private func proceed(_ pending: PendingCommand) -> Bool {
        let (message, origin) = (pending.message, pending.origin)
        guard let track = message.track else { return proceed(registering: pending) }
        let room = rooms[track] ?? makeRoom(track, at: origin.receivedAt)
        if let known = room.log.answer(to: message.commandID) {
            repeatAnswer(known, to: message, in: room.log, reply: pending.reply)
            return true
        }
        if case .failing = storage {
            refuse(message, pending.reply)
            return true
        }
        let (command, newRunner) = resolve(pending)
        do throws(TimingError) {
            let isNew = pending.isLookedUp || !room.log.hasStoredAnswers
            let decision = try room.withState { state throws(TimingError) in
                try decide(command, pending, isNew: isNew, &state)
            }
            let (events, startLists): ([Event], Set<SessionID>)
            switch decision {
            case .applied(let applied, let lists): (events, startLists) = (applied, lists)
            case .needs(let references):
                consult(pending, in: room.log, room, for: references)
                return false
            }
            var transaction = Transaction()
            rooms[track] = room
            if let newRunner { apply(newRunner, origin, to: &transaction) }
            let changes = write(events, origin, of: room, to: &transaction)
            publishFirstBoard(of: room)
            remember(message, in: room.log, &transaction)
            noteCaptures(events, of: origin.device, on: track)
            commit(transaction, registry: newRunner != nil, rooms: [room])
            acknowledge(message, room.log.appliedSeq, in: room.log, reply: pending.reply)
            notify(
                room.withState { state in events.flatMap { state.attention(after: $0) } }, in: room)
            notifyOfOthers(command, in: room)
            notifyOfStartLists(startLists, in: room)
            notifyOfRuns(changes.runs, by: command, events, in: room)
        } catch {
            statistics.refusals += 1
            pending.reply(.error(WireError(error, commandID: message.commandID)))
        }
        return true
    }

    private func noteCaptures(_ events: [Event], of device: DeviceID?, on track: TrackID) {
        guard let device = device.flatMap({ devices[$0] }) else { return }
        for event in events where event.isCapture {
            device.noteCapture(on: track, at: event.capturedAt)
        }
    }

    private func makeRoom(_ id: TrackID, at now: Timestamp) -> Room {
        Room(
            id: id, log: Self.newLog(id.text),
            state: TrackState(id: id, mergeWindow: settings.mergeWindow.span),
            createdAt: now)
    }

    /// A run that was started under a name is the run of whoever answers to it, or of someone new.
    func resolve(_ pending: PendingCommand) -> (Command, new: Runner?) {
        switch pending.message.body {
        case .track(let command): return (command, nil)
        case .registerRunner: preconditionFailure("a runner is not registered on a track")
        case .startRunByName(let run, let start):
            if let runner = registry.runner(named: start.runnerName) {
                return (.startRun(run, start.resolved(to: runner.id)), nil)
            }
            let runner = Runner(id: pending.newRunner, name: start.runnerName)
            return (.startRun(run, start.resolved(to: runner.id)), runner)
        }
    }

    // MARK: Events

    /// Writes events that were applied: themselves, and what follows from them for the history. Answers
    /// what they changed.
    @discardableResult
    func write(
        _ events: [Event], _ origin: Origin, of room: Room, to transaction: inout Transaction
    ) -> TrackState.Changes {
        begin(room.log, in: &transaction)
        var seq = room.log.appliedSeq
        for event in events {
            seq += 1
            let body = EventCodec.encode(event, reason: origin.reason)
            transaction.events.append(
                EventRow(body, of: room.log, seq: seq, origin: origin, event: event))
        }
        statistics.events += events.count
        room.log.advance(to: seq)
        let changes = room.state.takeChanges()
        room.broadcast.note(changes)
        HistoryRows(state: room.state, names: registry, createdAt: room.createdAt)
            .add(changes, to: &transaction.changes, stored: &room.stored)
        return changes
    }

    /// Keeps what a command is answered, in the log that it was sent to. Ids of commands are unique
    /// there and nowhere else, so other logs in which it leaves events know nothing of it.
    func remember(
        _ message: CommandMessage, in log: DurableLog, _ transaction: inout Transaction
    ) {
        log.remember(message.commandID, digest: message.digest)
        transaction.commands.append(
            CommandRow(
                track: log.name, commandID: message.commandID.text,
                digest: message.digest.digits, seq: log.appliedSeq))
    }

    /// A log that the journal has not heard of begins with its epoch.
    func begin(_ log: DurableLog, in transaction: inout Transaction) {
        guard !log.isBegun else { return }
        log.isBegun = true
        transaction.heads.append(LogHead(track: log.name, epoch: log.epoch, seq: log.appliedSeq))
    }

    // MARK: Answers

    func acknowledge(
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

    func refuse(_ message: CommandMessage, _ reply: (ServerMessage) -> Void) {
        statistics.refusals += 1
        reply(.error(.storageUnavailable(message.commandID)))
    }

    /// The same command again gets the first answer; another one under its id is an error.
    func repeatAnswer(
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
    fileprivate static func tooManyWaiting(_ command: CommandID, _ limit: Int) -> WireError {
        WireError(
            .tooManyMessages,
            "\(limit) commands of this device wait to be decided; nothing was recorded. Keep the "
                + "command and send it again when the others are answered", commandID: command)
    }

    static func storageUnavailable(_ command: CommandID?) -> WireError {
        WireError(
            .storageUnavailable,
            "the server's disk does not take events now; nothing was recorded. Keep the command and "
                + "send it again", commandID: command)
    }
}
