import Journal
import SplitCore

/// How a command becomes events of a track, and these its state.
extension Hub {
    /// What a command comes to.
    enum Decision {
        /// These events, which are applied, and the sessions whose start lists they change.
        case applied([Event], startLists: Set<SessionID>)
        /// Nothing yet: it has to be looked up, with what it refers to.
        case needs(Set<Reference>)
    }

    /// Decides a command and applies it, if all that it needs is in memory.
    ///
    /// - Parameter isNew: whether it is known that the command was not answered before.
    func decide(
        _ command: Command, _ pending: PendingCommand, isNew: Bool, _ state: inout TrackState
    ) throws(TimingError) -> Decision {
        let origin = pending.origin
        if isNew { try state.check(command, from: origin) }
        let references = references(of: command, pending, in: &state)
        if !references.isEmpty || !isNew && origin.role.may(command) { return .needs(references) }
        let events = try state.decide(command, from: origin)
        let before = state.startLists(of: events)
        let missing = evolve(&state, with: events, of: command, pending)
        guard missing.isEmpty else { return .needs(missing) }
        return .applied(events, startLists: before.union(state.startLists(of: events)))
    }

    /// What a command names that is not in memory, and was not looked for yet; nothing for one that is
    /// not allowed. The state is lent for it, as everywhere here, and stays as it is.
    func references(
        of command: Command, _ pending: PendingCommand, in state: inout TrackState
    ) -> Set<Reference> {
        // A repeat, or one that is wrong in itself, needs nothing.
        guard state.archivedThrough != nil,
            (try? state.check(command, from: pending.origin)) != nil
        else { return [] }
        return state.references(of: command, from: pending.origin.device)
            .subtracting(pending.consulted)
    }

    /// Applies events to the state. Where they touch something that is not in memory the state stays
    /// as it was, and what that is is the answer.
    private func evolve(
        _ state: inout TrackState, with events: [Event], of command: Command,
        _ pending: PendingCommand
    ) -> Set<Reference> {
        let origin = pending.origin
        state.consult(pending.consulted)
        defer { state.consult([]) }
        if state.staysInMemory(command, from: origin.device, after: pending.consulted) {
            evolve(&state, with: events, origin)
            if !state.missing.isEmpty { distrustHistory(command, state.missing) }
            return []
        }
        var changed = state
        evolve(&changed, with: events, origin)
        if changed.missing.isEmpty { state = changed }
        return changed.missing
    }

    /// A fault of `staysInMemory`: verdicts of runs that are over may be other ones than the log says.
    /// The next start computes them anew.
    private func distrustHistory(_ command: Command, _ missing: Set<Reference>) {
        assertionFailure("\(command) needs \(missing)")
        log.error(
            "a command touched what is not in memory; restart the server to mend the history",
            ["command": command.name, "missing": missing.count])
        journal.append(Transaction(meta: [Derivation.distrust])) { _ in }
    }

    func evolve(_ state: inout TrackState, with events: [Event], _ origin: Origin) {
        for event in events {
            state.evolve(LoggedEvent(seq: state.seq + 1, origin: origin, event: event))
        }
    }
}
