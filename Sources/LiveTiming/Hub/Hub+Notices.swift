import EventLoop
import SplitCore
import TimingWire

/// What passes without being part of a board.
extension Hub {
    /// Tells race control, of those who watch the track, what it is asked to look at, once that is
    /// durable.
    func notify(_ attention: [Attention], in room: Room) {
        guard !attention.isEmpty else { return }
        room.log.whenDurable(room.log.appliedSeq) { [weak self] outcome in
            guard let self, case .durable = outcome else { return }
            self.tellControl(of: room) {
                attention.map { attention in
                    Notice(
                        attention.code, track: room.id, time: self.clock.now,
                        message: self.sentence(attention, in: room),
                        runs: attention.run.map { [$0] } ?? [])
                }
            }
        }
    }

    /// Tells race control which start lists are others now, once that is durable.
    func notifyOfStartLists(_ sessions: Set<SessionID>, in room: Room) {
        guard !sessions.isEmpty else { return }
        room.log.whenDurable(room.log.appliedSeq) { [weak self] outcome in
            guard let self, case .durable = outcome else { return }
            self.tellControl(of: room) {
                sessions.sorted().map { session in
                    let name = room.state.session(session)?.name ?? session.text
                    return Notice(
                        .startList, track: room.id, time: self.clock.now,
                        message: "the start list of \(name) has changed", session: session)
                }
            }
        }
    }

    /// Tells race control of runs that are not on the board, where it would see it: of all that a
    /// correction has changed, else of the one that a capture is of.
    func notifyOfRuns(
        _ changed: Set<RunID>, by command: Command, _ events: [Event], in room: Room
    ) {
        let hidden: [RunID]
        if command.isCorrection {
            hidden = changed.subtracting(room.broadcast.published?.runs.map(\.id) ?? []).sorted()
        } else {
            hidden = room.withState { state in
                events.compactMap { $0.run ?? $0.split.flatMap { state.run(of: $0) } }
                    .filter { state.isLeftBehind($0) }
            }
        }
        guard !hidden.isEmpty else { return }
        room.log.whenDurable(room.log.appliedSeq) { [weak self] outcome in
            guard let self, case .durable = outcome else { return }
            self.tellControl(of: room) {
                let names = hidden.prefix(3).map { self.name(of: $0, in: room) }
                let rest = hidden.count - names.count
                let more = rest > 0 ? " and \(rest) more" : ""
                return [
                    Notice(
                        .runs, track: room.id, time: self.clock.now,
                        message: "\(names.joined(separator: ", "))\(more) changed", runs: hidden)
                ]
            }
        }
    }

    /// Tells race control, of those who watch the track. Where there is nobody nothing is made.
    private func tellControl(of room: Room, _ notices: () -> [Notice]) {
        guard clients.values.contains(where: { $0.role >= .control }) else { return }
        let (notices, track) = (notices(), room.id)
        for stand in stands { stand.perform { $0.tellDesks(notices, of: track) } }
    }

    /// Tells those who watch the track which other runs a correction has judged anew.
    func notifyOfOthers(_ command: Command, in room: Room) {
        guard command.isCorrection, let before = room.broadcast.published else { return }
        let corrected =
            command.correctedRun ?? command.correctedSplit.flatMap { room.state.run(of: $0) }
        room.log.whenDurable(room.log.appliedSeq) { [weak self] outcome in
            guard let self, case .durable = outcome else { return }
            self.whenPublished(room) { board in
                guard let board else { return }
                self.notify(of: board.runsJudgedAnew(since: before, except: corrected), in: room)
            }
        }
    }

    private func notify(of others: [RunID], in room: Room) {
        guard !others.isEmpty else { return }
        let names = others.map { name(of: $0, in: room) }.joined(separator: ", ")
        let notice = Notice(
            .verdictsChanged, track: room.id, time: clock.now,
            message: "a correction has changed verdicts of \(names)", runs: others)
        let track = room.id
        for stand in stands { stand.perform { $0.tellAll(notice, of: track) } }
    }

    private func name(of run: RunID, in room: Room) -> String {
        room.state.view(of: run, names: registry).map {
            "\($0.head.number.map { "\($0) " } ?? "")\($0.head.runner.name)"
        } ?? run.text
    }

    private func sentence(_ attention: Attention, in room: Room) -> String {
        let who = attention.run.map { name(of: $0, in: room) } ?? "an unknown runner"
        switch attention {
        case .setAside(let split, _, let state):
            return "split \(split) of \(who) is set aside: \(state.rawValue)"
        case .missed(let checkpoints, _):
            return "\(who) passed \(checkpoints.map(\.text).joined(separator: ", ")) unseen"
        case .afterStatus(let status, _):
            return "\(who) passed a checkpoint, and stands as \(status.rawValue)"
        }
    }
}

extension Attention {
    fileprivate var code: Notice.Code {
        switch self {
        case .setAside: .setAside
        case .missed: .missed
        case .afterStatus: .afterStatus
        }
    }
}
