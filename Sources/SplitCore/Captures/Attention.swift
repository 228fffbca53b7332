/// Something about a capture that race control is asked to look at. Nothing waits for an answer: what
/// counts follows from the captures alone.
public enum Attention: Hashable, Sendable {
    /// It does not count, and why.
    case setAside(CaptureID, run: RunID?, CaptureState)
    /// It counts, and the run passed these checkpoints before it without a capture.
    case missed([CheckpointID], run: RunID)
    /// It counts, and a person has said that the run is over.
    case afterStatus(Status, run: RunID)

    public var run: RunID? {
        switch self {
        case .setAside(_, let run, _): run
        case .missed(_, let run), .afterStatus(_, let run): run
        }
    }
}

extension TrackState {
    /// What an event, applied last, leaves for race control to look at.
    public func attention(after event: Event) -> [Attention] {
        guard case .splitRecorded(let capture) = event, let record = captures[capture.id] else {
            return []
        }
        guard let id = record.resolved, let run = runs[id],
            let split = run.result.splits.first(where: { $0.capture == capture.id })
        else { return [.setAside(capture.id, run: nil, .unassigned)] }
        switch split.state {
        case .duplicate: return []
        case .counted: break
        default: return [.setAside(capture.id, run: id, split.state)]
        }
        var attention: [Attention] = []
        let missed = missed(before: split, of: run)
        if !missed.isEmpty { attention.append(.missed(missed, run: id)) }
        if let status = run.setStatus { attention.append(.afterStatus(status, run: id)) }
        return attention
    }

    /// The checkpoints between a split that counts and the one before it, but for those that a person
    /// said the run did not pass.
    private func missed(before split: SplitResult, of run: Indirect<RunState>) -> [CheckpointID] {
        guard let position = split.position, let course = run.revision?.course else { return [] }
        let before =
            run.result.counted.lazy.compactMap { run.result.splits[$0].position }
            .last { $0 < position } ?? course.startPosition
        return (before + 1..<position).filter { between in
            !run.skipped.contains {
                course.position(of: $0.checkpoint, lap: $0.lap) == between
            }
        }.map { course.checkpoint(at: $0) }
    }
}
