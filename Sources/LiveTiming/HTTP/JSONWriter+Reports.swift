import Journal
import SplitCore
import TimingWire

/// What a look back adds to the rows of the history.
extension JSONWriter {
    /// `"runs"` and `"next"`, the cursor of the next page.
    mutating func runs(_ page: RunPage) {
        key("runs")
        beginArray()
        for run in page.runs { self.run(run, on: page.courses[run.run.track]) }
        endArray()
        field("next", page.next.map { "\($0.at)~\($0.track)~\($0.id)" })
    }

    /// `"tracks"`: what a runner has done on each.
    mutating func records(_ records: [RunnerRecord]) {
        key("tracks")
        beginArray()
        for record in records {
            beginObject()
            let course = record.course
            track(id: course.id, name: course.definition.name, course, isWhole: false)
            field("runs", record.runs)
            set("best", record.best)
            set("bestLap", record.bestLap)
            field("sumOfBest", record.sumOfBest)
            endObject()
        }
        endArray()
    }

    /// A best with where it was set.
    private mutating func set(_ key: String, _ row: BestRow?) {
        self.key(key)
        guard let row else { return null() }
        beginObject()
        field("run", row.run)
        field("time", row.value)
        field("lap", row.lap)
        field("at", row.at)
        endObject()
    }

    mutating func comparison(_ comparison: RunComparison) {
        key("compare")
        beginObject()
        best("personalBest", comparison.personalBest, isLap: false)
        best("overallBest", comparison.overallBest, isLap: false)
        best("personalBestLap", comparison.personalBestLap, isLap: true)
        best("overallBestLap", comparison.overallBestLap, isLap: true)
        endObject()
    }

    private mutating func best(_ key: String, _ best: RunComparison.Best?, isLap: Bool) {
        self.key(key)
        guard let best else { return null() }
        beginObject()
        field("run", best.run)
        reference("runner", id: best.runner, name: best.runnerName)
        field("time", best.time)
        if isLap { field("lap", best.lap) }
        self.key("splits")
        beginArray()
        for split in best.splits {
            beginObject()
            field("checkpoint", split.checkpoint)
            field("lap", split.lap)
            field("split", split.split)
            field("segment", split.segment)
            endObject()
        }
        endArray()
        endObject()
    }

    mutating func correction(_ correction: Correction) {
        let row = correction.row
        beginObject()
        field("type", row.type)
        field("split", row.split)
        field("at", row.receivedAt)
        field("actor", row.actor)
        field("device", row.device)
        field("reason", correction.reason)
        details(of: correction.event)
        if let to = correction.event.instantGiven {
            field("from", correction.from)
            field("to", to.microseconds)
        }
        endObject()
    }

    /// What it was changed to, where the type does not say it all.
    private mutating func details(of event: Event) {
        switch event {
        case .statusSet(_, let status): field("status", status.rawValue)
        case .splitAssigned(_, let assignment):
            if let run = assignment.run { field("run", run.text) }
            if let checkpoint = assignment.checkpoint { field("checkpoint", checkpoint.text) }
            if let lap = assignment.lap { field("lap", Int64(lap)) }
        case .checkpointSkipped(_, let checkpoint, let lap),
            .checkpointRestored(_, let checkpoint, let lap):
            field("checkpoint", checkpoint.text)
            field("lap", Int64(lap))
        case .capturesShifted(let shift):
            field("shifted", shift.device.text)
            field("by", shift.by.microseconds)
        case .runEdited(_, let edit):
            if let runner = edit.runner { field("runner", runner.text) }
            if let number = edit.number { field("number", number) }
            if let session = edit.session { field("session", session.text) }
        default: break
        }
    }
}
