@testable import SplitCore

/// A board as whoever receives it keeps it: values by what they are of.
struct BoardValues: Equatable {
    enum Key: Hashable {
        case track, overall
        case session(SessionID)
        case head(RunID)
        case placing(RunID)
        case delta(RunID)
        case split(RunID, CaptureID)
        case unassigned(CaptureID)
        case bests(RunnerID)
        case standing(RunnerID)
    }

    private(set) var values: [Key: AnyHashable] = [:]

    /// Takes what has changed in a board since `base`: removals first.
    mutating func take(_ board: Board, since base: Int64) {
        for stone in board.tombstones where stone.seq > base { remove(stone.subject) }
        for (key, part) in board.parts where part.seq > base { values[key] = part.value }
    }

    private mutating func remove(_ subject: Board.Tombstone.Subject) {
        switch subject {
        case .session(let id): values[.session(id)] = nil
        case .split(let run, let id): values[.split(run, id)] = nil
        case .unassigned(let id): values[.unassigned(id)] = nil
        case .bests(let runner): values[.bests(runner)] = nil
        case .standing(let runner): values[.standing(runner)] = nil
        case .run(let run):
            for key in [Key.head(run), .placing(run), .delta(run)] { values[key] = nil }
            values = values.filter {
                if case .split(run, _) = $0.key { false } else { true }
            }
        }
    }
}

extension Board {
    var values: BoardValues {
        var values = BoardValues()
        values.take(self, since: -1)
        return values
    }

    fileprivate var parts: [(BoardValues.Key, (value: AnyHashable, seq: Int64))] {
        func part<Value: Hashable>(
            _ key: BoardValues.Key, _ part: BoardPart<Value>
        ) -> (BoardValues.Key, (value: AnyHashable, seq: Int64)) {
            (key, (AnyHashable(part.value), part.seq))
        }
        var parts = [part(.track, track), part(.overall, overall)]
        parts += sessions.map { part(.session($0.value.id), $0) }
        for run in runs {
            parts += [
                part(.head(run.id), run.head), part(.placing(run.id), run.placing),
                part(.delta(run.id), run.delta),
            ]
            parts += run.splits.map { part(.split(run.id, $0.value.id), $0) }
        }
        parts += unassigned.map { part(.unassigned($0.value.id), $0) }
        parts += runners.map { part(.bests($0.runner), $0.bests) }
        parts += standings.map { part(.standing($0.value.runner), $0) }
        return parts
    }
}
