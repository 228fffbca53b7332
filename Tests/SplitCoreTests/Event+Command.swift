@testable import SplitCore

extension Event {
    /// The command that such an event comes from.
    var command: Command? {
        switch self {
        case .trackCreated(let track): .createTrack(track)
        case .trackEdited(let edit, _): .editTrack(edit)
        case .sessionCreated(let id, let session):
            .createSession(
                id,
                SessionDraft(
                    name: session.name, rank: session.rank, counts: session.counts,
                    limit: session.limit, finish: session.finish, ties: session.ties,
                    scope: session.scope, clock: session.clock))
        case .sessionEdited(let id, let edit): .editSession(id, edit)
        case .sessionClosed(let id, let at): .closeSession(id, at: at)
        case .runnerEntered(let entry): .enterRunner(entry)
        case .runnerWithdrawn(let runner, let session): .withdrawRunner(runner, session: session)
        case .startCreated(let start):
            .createStart(
                start.id, session: start.session, at: start.at, uncertainty: start.uncertainty)
        case .startMoved(let id, let at, let uncertainty):
            .moveStart(id, at: at, uncertainty: uncertainty)
        case .runStarted(let run):
            .startRun(
                run.run,
                StartRun(
                    runner: run.runner, number: run.number, session: run.session,
                    origin: run.origin, revision: run.revision))
        case .splitRecorded(let split): .recordSplit(split)
        case .finishRecorded(let finish): .finishRun(finish.run, at: finish.at)
        case .runReopened(let run, _): .reopenRun(run)
        case .statusSet(let run, let status): .setStatus(run, status)
        case .runEdited(let run, let edit): .editRun(run, edit)
        case .runVoided(let run): .voidRun(run)
        case .runRestored(let run): .restoreRun(run)
        case .splitAccepted(let id): .acceptSplit(id)
        case .splitAssigned(let id, let assignment): .assignSplit(id, assignment)
        case .splitVoided(let id): .voidSplit(id)
        case .splitRestored(let id): .restoreSplit(id)
        case .splitMoved(let id, let at): .moveSplit(id, at: at)
        case .capturesShifted(let shift): .shiftCaptures(shift)
        case .checkpointSkipped(let run, let checkpoint, let lap):
            .skipCheckpoint(run, checkpoint, lap: lap)
        case .checkpointRestored(let run, let checkpoint, let lap):
            .restoreCheckpoint(run, checkpoint, lap: lap)
        case .runnerRenamed: nil
        }
    }
}
