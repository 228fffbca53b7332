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
            // What was looked up for a command that still waits has to stay.
            guard let self, queues.isEmpty else { return }
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
            asked.append(
                (
                    next,
                    room?.withState { self.references(of: self.resolve(next).0, next, in: &$0) }
                        ?? []
                ))
        }
        let all = asked.reduce(into: Set<Reference>()) { $0.formUnion($1.references) }
        let question = ArchiveQuestion(
            log: log.name,
            commands: log.hasStoredAnswers
                ? asked.filter { !$0.command.isLookedUp }.map(\.command.message.commandID) : [],
            references: all,
            known: all.contains(where: \.passesOverKnown)
                ? Set(room?.state.allRuns.map { $0 } ?? []) : [])
        statistics.consultations += 1
        room?.consulting += 1
        let back = LoopBound((hub: self, asked: asked, log: log, room: room))
        let mailbox = loop.mailbox
        // What names one thing does not wait behind what asks for many runs.
        let reader = all.allSatisfy(\.namesOne) ? lookups : archive
        reader.read { history throws(JournalError) in
            try question.answer(from: history)
        } completion: { result in
            mailbox.post {
                let (hub, asked, log, room) = back.value
                room?.consulting -= 1
                hub.consulted(result, for: asked, in: log, room)
            }
        }
    }

    private func consulted(
        _ result: Result<ArchiveAnswer, JournalError>,
        for asked: [(command: PendingCommand, references: Set<Reference>)], in log: DurableLog,
        _ room: Room?
    ) {
        let first = asked[0].command
        let isCurrent = room.map { rooms[$0.id] === $0 } ?? (log === registryLog)
        guard isCurrent else {
            for (command, _) in asked { command.beginAnew() }
            return resume(first)
        }
        let answer: ArchiveAnswer
        switch result {
        case .success(let found): answer = found
        case .failure(let error):
            return fail(first, .unreadable(first.message.commandID), because: "\(error)")
        }
        for row in answer.commands {
            guard let command = CommandID(row.commandID), let digest = CommandDigest(row.digest)
            else { continue }
            log.recall(command, .init(seq: row.seq, digest: digest))
        }
        for (command, _) in asked { command.isLookedUp = true }
        switch answer.runs {
        case .success(let runs):
            let references = asked.reduce(into: Set<Reference>()) { $0.formUnion($1.references) }
            if !references.isEmpty { room?.restore(runs, answering: references) }
            for (command, references) in asked { command.consulted.formUnion(references) }
        case .failure(let error):
            guard first.isCapture else {
                return fail(first, .damaged(first.message.commandID), because: "\(error)")
            }
            // It will not be readable later either; what was captured is kept all the same.
            self.log.error("a run of the log cannot be read", ["error": "\(error)"])
            first.consulted.formUnion(asked[0].references)
        }
        resume(first)
    }

    private func fail(_ command: PendingCommand, _ answer: WireError, because error: String) {
        log.error("what a command is about cannot be read", ["error": error])
        statistics.refusals += 1
        command.reply(.error(answer))
        goOn(after: command)
    }
}

extension WireError {
    fileprivate static func unreadable(_ command: CommandID) -> WireError {
        WireError(
            .storageUnavailable,
            "what the command is about cannot be read from the server's disk now; nothing was "
                + "recorded. Keep the command and send it again", commandID: command)
    }

    fileprivate static func damaged(_ command: CommandID) -> WireError {
        WireError(
            .internalError,
            "a run that the command is about cannot be read from the server's log; nothing was "
                + "recorded. The server's own log says which event it is", commandID: command)
    }
}

extension Reference {
    /// Whether one look finds it.
    fileprivate var namesOne: Bool {
        switch self {
        case .run, .split, .latestRun, .firstRun, .lastRun: true
        case .session, .runner, .start, .naming, .bests, .captures, .everything: false
        }
    }

    /// Whether what is found depends on which runs are in memory.
    fileprivate var passesOverKnown: Bool {
        switch self {
        case .latestRun, .firstRun, .lastRun, .bests: true
        case .run, .split, .session, .runner, .start, .naming, .captures, .everything: false
        }
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

    func answer(from history: History) throws(JournalError) -> ArchiveAnswer {
        var answer = ArchiveAnswer()
        for command in commands {
            if let row = try history.command(command.text, of: log) { answer.commands.append(row) }
        }
        guard !references.isEmpty, let track = TrackID(log) else { return answer }
        do throws(LoadError) {
            let search = ArchiveSearch(history, track: track, known: known)
            answer.runs = .success(try search.runs(for: references))
        } catch .journal(let error) {
            throw error
        } catch {
            answer.runs = .failure(error)
        }
        return answer
    }
}

struct ArchiveAnswer: Sendable {
    var commands: [CommandRow] = []
    /// A failure: some of their events cannot be read.
    var runs = Result<[ArchivedRun], LoadError>.success([])
}
