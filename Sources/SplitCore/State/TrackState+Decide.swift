extension TrackState {
    /// How far ahead of the server's time an instant may lie.
    public static let greatestLead = TimeSpan.seconds(60)

    /// Decides a command: the events that it makes, or why it is refused.
    ///
    /// Captures (`createStart`, `startRun`, `recordSplit`, `finishRun`) are always taken on a known
    /// track from someone who may send them, unless their instant lies over a minute ahead; whether
    /// they count follows later. `origin.receivedAt` is the server's time.
    public func decide(_ command: Command, from origin: Origin) throws(TimingError) -> [Event] {
        try check(command, from: origin)
        if case .createTrack(let track) = command { return [.trackCreated(track)] }
        guard let definition else { return [] }
        try authorise(command, origin)
        if let run = command.correctedRun, runs[run] == nil {
            throw TimingError(.unknownRun, field: "run", "there is no run \(run) on track \(id)")
        }
        if let split = command.correctedSplit, captures[split] == nil {
            throw TimingError(
                .unknownSplit, field: "split", "there is no split \(split) on track \(id)")
        }

        switch command {
        case .createTrack: return []
        case .editTrack(let edit):
            return [.trackEdited(edit, at: origin.receivedAt)]

        case .createSession(let session, let draft):
            guard sessions[session] == nil else {
                throw TimingError(
                    .sessionExists, field: "session", "there is a session \(session) already")
            }
            return [.sessionCreated(session, draft.definition(id: session, on: definition))]
        case .editSession(let session, let edit):
            try require(session)
            guard !edit.isEmpty else { throw Self.nothing("no field of the session is given") }
            return [.sessionEdited(session, edit)]
        case .closeSession(let session, let at):
            try require(session)
            guard session != Self.openSession else {
                throw TimingError(
                    .invalidValue, field: "session",
                    "the open session of a track stays open; close one that was made for it")
            }
            return [.sessionClosed(session, at: at)]
        case .enterRunner(let entry):
            try check(entry)
            return [.runnerEntered(entry)]
        case .withdrawRunner(let runner, let session):
            try checkEntry(of: runner, in: session ?? Self.openSession)
            return [.runnerWithdrawn(runner, session: session)]

        case .createStart(let start, let session, let at, let uncertainty):
            return [
                .startCreated(
                    StartCapture(
                        id: start, session: session, at: at, uncertainty: uncertainty,
                        device: origin.device))
            ]
        case .moveStart(let start, let at, let uncertainty):
            guard starts[start] != nil else {
                throw TimingError(
                    .unknownStart, field: "start", "there is no start \(start) on track \(id)")
            }
            return [.startMoved(start, at: at, uncertainty: uncertainty)]

        case .startRun(let run, let start):
            return [
                .runStarted(
                    RunCapture(
                        run: run, runner: start.runner, number: start.number,
                        session: start.session, origin: start.origin, revision: start.revision,
                        device: origin.device))
            ]
        case .recordSplit(var capture):
            capture.device = origin.device
            return [.splitRecorded(capture)]
        case .finishRun(let run, let at):
            return [
                .finishRecorded(
                    FinishCapture(
                        id: origin.command.renamed(), run: run, at: at, device: origin.device))
            ]

        case .reopenRun(let run):
            try checkReopening(of: run)
            // A device's clock may run ahead: its captured end is undone all the same.
            let last = runs[run]!.ends.last ?? origin.receivedAt
            return [.runReopened(run, at: max(origin.receivedAt, last))]
        case .setStatus(let run, let status):
            guard Status.settable.contains(status) else {
                throw TimingError(
                    .invalidValue, field: "status", values: Status.settable.map(\.rawValue),
                    "a run becomes \(status.rawValue) by what is captured of it; "
                        + "set one of the others, or running to take a set status back")
            }
            return [.statusSet(run, status)]
        case .editRun(let run, let edit):
            guard !edit.isEmpty else { throw Self.nothing("no field of the run is given") }
            if let session = edit.session { try require(session) }
            if case .start(let start) = edit.origin, starts[start] == nil {
                throw TimingError(
                    .unknownStart, field: "start", "there is no start \(start) on track \(id)")
            }
            return [.runEdited(run, edit)]
        case .voidRun(let run):
            guard !runs[run]!.isVoided else { throw Self.nothing("run \(run) is voided already") }
            return [.runVoided(run)]
        case .restoreRun(let run):
            guard runs[run]!.isVoided else { throw Self.nothing("run \(run) is not voided") }
            return [.runRestored(run)]

        case .acceptSplit(let split): return [.splitAccepted(split)]
        case .assignSplit(let split, let assignment):
            try check(assignment)
            return [.splitAssigned(split, assignment)]
        case .voidSplit(let split):
            guard !captures[split]!.isVoided else {
                throw Self.nothing("split \(split) is voided already")
            }
            return [.splitVoided(split)]
        case .restoreSplit(let split):
            guard captures[split]!.isVoided else {
                throw Self.nothing("split \(split) is not voided")
            }
            return [.splitRestored(split)]
        case .moveSplit(let split, let at): return [.splitMoved(split, at: at)]
        case .shiftCaptures(let shift):
            try check(shift, origin)
            return [.capturesShifted(shift)]
        case .skipCheckpoint(let run, let checkpoint, let lap):
            return [
                .checkpointSkipped(run, checkpoint, lap: try self.lap(lap, of: checkpoint, run))
            ]
        case .restoreCheckpoint(let run, let checkpoint, let lap):
            return [
                .checkpointRestored(
                    run, checkpoint, lap: try skippedLap(lap, of: checkpoint, run))
            ]
        }
    }

    /// Throws what is wrong with a command whatever was captured before: so much of it needs no run.
    public func check(_ command: Command, from origin: Origin) throws(TimingError) {
        guard origin.role.may(command) else {
            throw TimingError(
                .notAllowed,
                "the role \(origin.role.rawValue) may not send \(command.name); "
                    + "say hello with a token that may")
        }
        try command.check()
        if let at = instant(of: command, from: origin),
            at > origin.receivedAt + Self.greatestLead
        {
            throw TimingError(
                .instantAhead, field: "at",
                "the instant lies \((at - origin.receivedAt).microseconds / 1_000_000) s ahead of "
                    + "the server's time; at most \(Self.greatestLead.microseconds / 1_000_000) s "
                    + "are allowed: is the device's clock right?")
        }
        if case .createTrack = command {
            guard definition == nil else {
                throw TimingError(
                    .trackExists, field: "track", "there is a track \(id) already; edit it instead")
            }
            return
        }
        guard let definition else {
            throw TimingError(
                .unknownTrack, field: "track",
                "there is no track \(id); create it first, with createTrack")
        }
        if case .shiftCaptures(let shift) = command, shift.device != origin.device,
            case .ownDevice = Permission(origin.role, for: command)
        {
            throw Self.notOwn(command, origin)
        }
        if case .editTrack(let edit) = command {
            guard !edit.isEmpty else { throw Self.nothing("no field of the track is given") }
            try edit.applied(to: definition).check()
        }
    }

    /// The instant that a command speaks of; of a capture the later of the one that was given and
    /// what it is by what is known of the device's clock.
    private func instant(of command: Command, from origin: Origin) -> Timestamp? {
        guard let given = command.instant, command.isCapture else { return command.instant }
        return max(given, corrected(given, of: origin.device))
    }

    // MARK: Who may

    private func authorise(_ command: Command, _ origin: Origin) throws(TimingError) {
        guard case .ownDevice = Permission(origin.role, for: command) else { return }
        let device: DeviceID? =
            if let split = command.correctedSplit {
                captures[split]?.capture.device
            } else {
                command.correctedRun.flatMap { runs[$0]?.capture.device }
            }
        let isKnown =
            command.correctedSplit.map { captures[$0] != nil }
            ?? command.correctedRun.map { runs[$0] != nil } ?? false
        guard !isKnown || (device != nil && device == origin.device) else {
            throw Self.notOwn(command, origin)
        }
    }

    private static func notOwn(_ command: Command, _ origin: Origin) -> TimingError {
        TimingError(
            .notAllowed,
            "the role \(origin.role.rawValue) may send \(command.name) only for what its "
                + "own device did; race control may for all")
    }
}

extension SessionDraft {
    fileprivate func definition(id: SessionID, on track: TrackDefinition) -> SessionDefinition {
        SessionDefinition(
            name: name ?? id.text, rank: rank ?? track.rank, counts: counts, limit: limit,
            finish: finish, ties: ties, scope: scope, clock: clock)
    }
}
