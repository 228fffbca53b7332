import EventLoop
import Journal
import SplitCore
import TimingWire

/// What the hub does when the disk takes nothing, and when it does again.
extension Hub {
    /// Between two tries of what failed for another reason than a full disk, and so at once.
    private static let retryPause = Duration.seconds(1)

    /// How often the disk is looked at.
    private static let watchPause = Duration.milliseconds(500)

    /// Looks now and then whether the disk has been at one commit for too long. It says nothing itself
    /// then, neither that it failed nor that it is done.
    func startWatchingDisk() {
        loop.schedule(every: Self.watchPause) { [weak self] in self?.lookAtDisk() }
    }

    private func lookAtDisk() {
        let took = journal.statistics.busySince?.duration(to: .now) ?? .zero
        switch storage {
        case .healthy where took > settings.storageSlowAfter:
            storage = .slow(since: clock.now - took.span)
            log.warning("the disk is slow; what came waits for it")
            answerBoardRequests()
        case .slow where took <= settings.storageSlowAfter:
            storage = .healthy
            log.info("the disk is done with what waited")
        case .healthy, .slow, .failing: break
        }
    }

    func journalBecame(_ state: JournalState) {
        switch state {
        case .healthy:
            guard case .failing = storage else { return }
            // After giving up it is healthy only by name, until it has taken something.
            guard case .none = recovery else { return }
            storage = .healthy
            log.info("the disk takes events again")
        case .failing(let error, since: _):
            if case .failing = storage { return }
            storage = .failing(since: clock.now, reason: "\(error)")
            log.error("the disk takes no events; trying again", ["error": "\(error)"])
            answerBoardRequests()
        case .stopped(let error):
            // Nothing but the probe was given up, which tells by itself.
            if case .probing = recovery { return }
            if case .failing = storage {
                // It was told when it began.
            } else {
                storage = .failing(since: clock.now, reason: "\(error)")
            }
            log.error("events were given up; reading the state anew", ["error": "\(error)"])
            applied = Applied()
            // What was committed before is no part of what is lost.
            untold.serveAll()
            for room in rooms.values { room.log.lose() }
            registryLog.lose()
            recovery = .reading
            reload()
        }
    }

    /// Reads the state anew on the reader's thread; the boards show the last durable one meanwhile.
    private func reload() {
        let back = LoopBound(self)
        let mailbox = loop.mailbox
        let (mergeWindow, recentSpan) = (settings.mergeWindow.span, settings.recentSpan.span)
        reader.read { history throws(JournalError) in
            do throws(LoadError) {
                return Result<LoadedState, LoadError>.success(
                    try LoadedState(
                        from: history, mergeWindow: mergeWindow, recentSpan: recentSpan))
            } catch {
                return .failure(error)
            }
        } completion: { result in
            mailbox.post { back.value.reloaded(result) }
        }
    }

    private func reloaded(_ result: Result<Result<LoadedState, LoadError>, JournalError>) {
        guard case .success(.success(let loaded)) = result else {
            log.error("the state cannot be read; trying again", ["error": "\(result)"])
            loop.schedule(after: Self.retryPause) { [weak self] in self?.reload() }
            return
        }
        registry = loaded.registry
        registryLog = loaded.registryHead.map { DurableLog($0) } ?? Self.newLog("")
        var fresh: [TrackID: Room] = [:]
        for track in loaded.tracks {
            let room = track.room()
            // Spectators stay where they are; their boards go on from what was durable.
            if let old = rooms[room.id] { room.takeSpectators(of: old) }
            fresh[room.id] = room
        }
        rooms = fresh
        for command in queues.values.joined() { command.beginAnew() }
        for room in rooms.values { restartBoard(of: room) }
        log.info("the state was read anew")
        recovery = .probing
        probe()
    }

    /// Writes something that means nothing, again and again, until the disk takes it.
    private func probe() {
        journal.resume()
        let back = LoopBound(self)
        let mailbox = loop.mailbox
        let mark = MetaChange(key: "storage.probe", value: "\(clock.now.microseconds)")
        journal.append(Transaction(meta: [mark])) { result in
            mailbox.post { back.value.probed(result) }
        }
    }

    private func probed(_ result: Result<Void, JournalError>) {
        guard case .success = result else {
            loop.schedule(after: Self.retryPause) { [weak self] in self?.probe() }
            return
        }
        recovery = .none
        storage = .healthy
        log.info("the disk takes events again")
    }
}
