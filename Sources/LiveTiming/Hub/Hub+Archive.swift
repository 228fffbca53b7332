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

    /// Looks on the reader's thread for what a command needs, then goes on with the command. Those that
    /// wait behind it are looked up with it.
    ///
    /// - Parameter room: nil for a command to the registry.
    func consult(
        _ command: PendingCommand, in log: DurableLog, _ room: Room?, for references: Set<Reference>
    ) {
        var asked = [(command: command, references: references)]
        for next in command.sender.source.flatMap({ queues[$0] }) ?? []
        where !next.isLookedUp && next.message.track?.text ?? "" == log.name {
            asked.append((next, room.map { self.references(of: next, in: $0) } ?? []))
        }
        let all = asked.reduce(into: Set<Reference>()) { $0.formUnion($1.references) }
        let question = ArchiveQuestion(
            log: log.name,
            commands: log.hasStoredAnswers
                ? asked.filter { !$0.command.isLookedUp }.map(\.command.message.commandID) : [],
            references: all, known: all.isEmpty ? [] : Set(room?.state.allRuns.map { $0 } ?? []))
        statistics.consultations += 1
        room?.consulting += 1
        let back = LoopBound((hub: self, asked: asked, log: log, room: room))
        let mailbox = loop.mailbox
        archive.read { history throws(JournalError) in
            Result { () throws(LoadError) in try question.answer(from: history) }
        } completion: { result in
            mailbox.post {
                let (hub, asked, log, room) = back.value
                room?.consulting -= 1
                hub.consulted(result, for: asked, in: log, room)
            }
        }
    }

    private func consulted(
        _ result: Result<Result<ArchiveAnswer, LoadError>, JournalError>,
        for asked: [(command: PendingCommand, references: Set<Reference>)], in log: DurableLog,
        _ room: Room?
    ) {
        let first = asked[0].command
        let isCurrent = room.map { rooms[$0.id] === $0 } ?? (log === registryLog)
        guard isCurrent else {
            for (command, _) in asked { command.beginAnew() }
            return resume(first)
        }
        switch result {
        case .success(.success(let answer)):
            for row in answer.commands {
                guard let command = CommandID(row.commandID),
                    let digest = CommandDigest(row.digest)
                else { continue }
                log.recall(command, .init(seq: row.seq, digest: digest))
            }
            let references = asked.reduce(into: Set<Reference>()) { $0.formUnion($1.references) }
            if !references.isEmpty { room?.restore(answer.runs, answering: references) }
            for (command, references) in asked {
                command.isLookedUp = true
                command.consulted.formUnion(references)
            }
            resume(first)
        case .success(.failure(let error)): fail(first, "\(error)")
        case .failure(let error): fail(first, "\(error)")
        }
    }

    private func fail(_ command: PendingCommand, _ error: String) {
        log.error("what a command is about cannot be read", ["error": error])
        refuse(command.message, command.reply)
        goOn(after: command)
    }
}

/// What commands need to know of what is not in memory.
struct ArchiveQuestion: Sendable {
    var log: String
    /// Those that may have been answered before.
    var commands: [CommandID]
    var references: Set<Reference>
    /// Runs that are in memory.
    var known: Set<RunID>

    func answer(from history: History) throws(LoadError) -> ArchiveAnswer {
        var answer = ArchiveAnswer()
        for command in commands {
            do {
                if let row = try history.command(command.text, of: log) {
                    answer.commands.append(row)
                }
            } catch {
                throw .journal(error)
            }
        }
        if !references.isEmpty, let track = TrackID(log) {
            answer.runs = try ArchiveSearch(history, track: track, known: known)
                .runs(for: references)
        }
        return answer
    }
}

struct ArchiveAnswer: Sendable {
    var commands: [CommandRow] = []
    var runs: [ArchivedRun] = []
}
