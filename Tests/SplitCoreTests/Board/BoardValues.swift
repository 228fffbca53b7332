@testable import SplitCore

/// A board as whoever receives it keeps it: values by what they are of.
struct BoardValues: Equatable {
    static func == (left: Self, right: Self) -> Bool { left.values == right.values }

    enum Key: Hashable {
        case track
        case session(SessionID)
        case head(RunID)
        case placing(RunID)
        case delta(RunID)
        case split(RunID, CaptureID)
        case unassigned(CaptureID)
        case bests(RunnerID?)
        case segment(RunnerID?, BoardBests.Segment.Ends)
        case standing(RunnerID)
    }

    private(set) var values: [Key: AnyHashable] = [:]
    /// Whether every part that was here already was sent with all the fields that differed.
    private(set) var wasTold = true

    /// Takes what has changed in a board since `base`: removals first.
    mutating func take(_ board: Board, since base: Int64) {
        for stone in board.tombstones where stone.seq > base { remove(stone.subject) }
        for part in board.parts where part.isLater(base) {
            if let known = values[part.key] {
                wasTold = wasTold && part.tellsWhatDiffers(known, base)
            }
            values[part.key] = part.value
        }
    }

    private mutating func remove(_ subject: Board.Tombstone.Subject) {
        switch subject {
        case .session(let id): values[.session(id)] = nil
        case .split(let run, let id): values[.split(run, id)] = nil
        case .unassigned(let id): values[.unassigned(id)] = nil
        case .segment(let runner, let ends): values[.segment(runner, ends)] = nil
        case .bests(let runner):
            values[.bests(runner)] = nil
            values = values.filter {
                if case .segment(runner, _) = $0.key { false } else { true }
            }
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

    fileprivate var parts: [AnyPart] {
        var parts = [AnyPart(.track, track)]
        parts += sessions.map { AnyPart(.session($0.value.id), $0) }
        for run in runs {
            parts += [
                AnyPart(.head(run.id), run.head), AnyPart(.placing(run.id), run.placing),
                AnyPart(.delta(run.id), run.delta),
            ]
            parts += run.splits.map { AnyPart(.split(run.id, $0.value.id), $0) }
        }
        parts += unassigned.map { AnyPart(.unassigned($0.value.id), $0) }
        for (runner, bests) in [(nil, overall)] + runners.map({ ($0.runner, $0.bests) }) {
            parts.append(AnyPart(.bests(runner), bests.whole))
            parts += bests.segments.map { AnyPart(.segment(runner, $0.value.ends), $0) }
        }
        parts += standings.map { AnyPart(.standing($0.value.runner), $0) }
        return parts
    }
}

private struct AnyPart {
    var key: BoardValues.Key
    var value: AnyHashable
    var isLater: (Int64) -> Bool
    /// Whether what is sent to someone with a value as of a base names every field that differs.
    var tellsWhatDiffers: (AnyHashable, Int64) -> Bool

    init<Value: BoardValue & Hashable>(_ key: BoardValues.Key, _ part: BoardPart<Value>) {
        self.key = key
        value = AnyHashable(part.value)
        isLater = { part.fields(since: $0) != nil }
        tellsWhatDiffers = { known, base in
            guard let known = known.base as? Value, let fields = part.fields(since: base) else {
                return false
            }
            return known == part.value
                || !part.isFirst && fields.isSuperset(of: part.value.changes(from: known))
        }
    }
}
