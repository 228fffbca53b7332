import EventLoop
import Journal
import SplitCore
import TimingWire

/// Commands about what is not in memory wait until it is read; all others go on meanwhile.
extension Hub {
    /// Between two times at which what ended long ago is let go of.
    private static let archivePause = Duration.seconds(60)
    /// Answers of a log that stay in memory; those before them are asked of the disk.
    static let keptAnswers = 4096

    /// Begins to let go, now and then, of what ended long ago.
    func startArchiving() {
        loop.schedule(every: Self.archivePause) { [weak self] in
            guard let self else { return }
            for room in rooms.values {
                room.archive(
                    olderThan: settings.recentSpan.span, keepingAnswers: Self.keptAnswers)
            }
            registryLog.forgetAnswers(but: Self.keptAnswers)
        }
    }

    /// Looks on the reader's thread for what a command needs, then goes on with the command.
    ///
    /// - Parameter room: nil for a command to the registry.
    func consult(
        _ command: PendingCommand, in log: DurableLog, _ room: Room?, for references: Set<Reference>
    ) {
        let question = ArchiveQuestion(
            log: log.name,
            command: command.isLookedUp || !log.hasStoredAnswers
                ? nil : command.message.commandID.text,
            references: references,
            known: references.isEmpty ? [] : Set(room?.state.allRuns.map { $0 } ?? []))
        statistics.consultations += 1
        room?.consulting += 1
        let back = LoopBound((hub: self, command: command, log: log, room: room))
        let mailbox = loop.mailbox
        archive.read { history throws(JournalError) in
            Result { () throws(LoadError) in try question.answer(from: history) }
        } completion: { result in
            mailbox.post {
                let (hub, command, log, room) = back.value
                room?.consulting -= 1
                hub.consulted(result, references, for: command, in: log, room)
            }
        }
    }

    private func consulted(
        _ result: Result<Result<ArchiveAnswer, LoadError>, JournalError>,
        _ references: Set<Reference>, for command: PendingCommand, in log: DurableLog, _ room: Room?
    ) {
        let isCurrent = room.map { rooms[$0.id] === $0 } ?? (log === registryLog)
        guard isCurrent else {
            command.beginAnew()
            return resume(command)
        }
        switch result {
        case .success(.success(let answer)):
            command.isLookedUp = true
            if let row = answer.command, let digest = CommandDigest(row.digest) {
                log.recall(command.message.commandID, .init(seq: row.seq, digest: digest))
            }
            if let room, !references.isEmpty {
                room.restore(answer.runs, answering: references)
                command.consulted.formUnion(references)
            }
            resume(command)
        case .success(.failure(let error)): fail(command, "\(error)")
        case .failure(let error): fail(command, "\(error)")
        }
    }

    private func fail(_ command: PendingCommand, _ error: String) {
        log.error("what a command is about cannot be read", ["error": error])
        refuse(command.message, command.reply)
        goOn(after: command)
    }
}

/// What a command needs to know of what is not in memory.
struct ArchiveQuestion: Sendable {
    var log: String
    /// Nil: it is known not to have been answered before.
    var command: String?
    var references: Set<Reference>
    /// Runs that are in memory.
    var known: Set<RunID>

    func answer(from history: History) throws(LoadError) -> ArchiveAnswer {
        var answer = ArchiveAnswer()
        if let command {
            do { answer.command = try history.command(command, of: log) } catch {
                throw .journal(error)
            }
            // Answered before: nothing else has to be known.
            if answer.command != nil { return answer }
        }
        if !references.isEmpty, let track = TrackID(log) {
            answer.runs = try ArchiveSearch(history, track: track, known: known)
                .runs(for: references)
        }
        return answer
    }
}

struct ArchiveAnswer: Sendable {
    var command: CommandRow?
    var runs: [ArchivedRun] = []
}
