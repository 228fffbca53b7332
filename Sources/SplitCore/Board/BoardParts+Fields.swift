// Which fields of a part are others now, so that an update names no more than those.

extension BoardRunHead: BoardValue {
    public enum Field: UInt32, Sendable {
        case session, runner, number, status, startedAt, finishedAt, held, skipped, time,
            verdict, corrected, laps, lastLap, bestLap, splitCount, next
    }

    public func changes(from earlier: Self) -> FieldSet<Field> {
        var fields = FieldSet<Field>()
        fields.insert(.session, if: session != earlier.session)
        fields.insert(.runner, if: runner != earlier.runner)
        fields.insert(.number, if: number != earlier.number)
        fields.insert(.status, if: status != earlier.status)
        fields.insert(.startedAt, if: startedAt != earlier.startedAt)
        fields.insert(.finishedAt, if: finishedAt != earlier.finishedAt)
        fields.insert(.held, if: held != earlier.held)
        fields.insert(.skipped, if: skipped != earlier.skipped)
        fields.insert(.time, if: time != earlier.time)
        fields.insert(.verdict, if: verdict != earlier.verdict)
        fields.insert(.corrected, if: corrected != earlier.corrected)
        fields.insert(.laps, if: laps != earlier.laps)
        fields.insert(.lastLap, if: lastLap != earlier.lastLap)
        fields.insert(.bestLap, if: bestLap != earlier.bestLap)
        fields.insert(.splitCount, if: splitCount != earlier.splitCount)
        fields.insert(.next, if: next != earlier.next)
        return fields
    }
}

extension BoardPlacing: BoardValue {
    public enum Field: UInt32, Sendable {
        case place, gap, gapLaps, interval, intervalLaps
    }

    public func changes(from earlier: Self) -> FieldSet<Field> {
        var fields = FieldSet<Field>()
        fields.insert(.place, if: place != earlier.place)
        fields.insert(.gap, if: gap != earlier.gap)
        fields.insert(.gapLaps, if: gapLaps != earlier.gapLaps)
        fields.insert(.interval, if: interval != earlier.interval)
        fields.insert(.intervalLaps, if: intervalLaps != earlier.intervalLaps)
        return fields
    }
}

extension BoardSplit: BoardValue {
    public enum Field: UInt32, Sendable {
        case checkpoint, lap, at, uncertainty, state, split, segment, lapTime, splitVerdict,
            segmentVerdict, lapVerdict, standing, close, record, corrected
    }

    public func changes(from earlier: Self) -> FieldSet<Field> {
        var fields = FieldSet<Field>()
        fields.insert(.checkpoint, if: checkpoint != earlier.checkpoint)
        fields.insert(.lap, if: lap != earlier.lap)
        fields.insert(.at, if: at != earlier.at)
        fields.insert(.uncertainty, if: uncertainty != earlier.uncertainty)
        fields.insert(.state, if: state != earlier.state)
        fields.insert(.split, if: split != earlier.split)
        fields.insert(.segment, if: segment != earlier.segment)
        fields.insert(.lapTime, if: lapTime != earlier.lapTime)
        fields.insert(.splitVerdict, if: splitVerdict != earlier.splitVerdict)
        fields.insert(.segmentVerdict, if: segmentVerdict != earlier.segmentVerdict)
        fields.insert(.lapVerdict, if: lapVerdict != earlier.lapVerdict)
        fields.insert(.standing, if: standing != earlier.standing)
        fields.insert(.close, if: close != earlier.close)
        fields.insert(.record, if: record != earlier.record)
        fields.insert(.corrected, if: corrected != earlier.corrected)
        return fields
    }
}

extension BoardBests: BoardValue {
    public enum Field: UInt32, Sendable {
        case run, time, sumOfBest
    }

    public func changes(from earlier: Self) -> FieldSet<Field> {
        var fields = FieldSet<Field>()
        fields.insert(.run, if: run != earlier.run)
        fields.insert(.time, if: time != earlier.time)
        fields.insert(.sumOfBest, if: sumOfBest != earlier.sumOfBest)
        return fields
    }
}

extension BoardStanding: BoardValue {
    public enum Field: UInt32, Sendable {
        case order, place, run, time, gap
    }

    public func changes(from earlier: Self) -> FieldSet<Field> {
        var fields = FieldSet<Field>()
        fields.insert(.order, if: order != earlier.order)
        fields.insert(.place, if: place != earlier.place)
        fields.insert(.run, if: run != earlier.run)
        fields.insert(.time, if: time != earlier.time)
        fields.insert(.gap, if: gap != earlier.gap)
        return fields
    }
}

extension BoardTrack: BoardValue {}
extension BoardDelta: BoardValue {}
extension BoardSession: BoardValue {}
extension BoardBests.Segment: BoardValue {}
