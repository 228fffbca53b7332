import Journal
import SplitCore
import TimingWire

/// Rows of the history as JSON, in the words of the board.
extension JSONWriter {
    /// A run of a list.
    mutating func run(_ named: NamedRun, on course: TrackCourse?) {
        beginObject()
        fields(of: named, on: course, isWhole: false)
        endObject()
    }

    /// A run with all that is known of it.
    mutating func run(_ report: RunReport) {
        beginObject()
        fields(of: report.named, on: report.course, isWhole: true)
        key("splits")
        beginArray()
        for split in report.splits { self.split(split) }
        endArray()
        comparison(report.comparison)
        key("corrections")
        beginArray()
        for correction in report.corrections { self.correction(correction) }
        endArray()
        endObject()
    }

    private mutating func fields(of named: NamedRun, on course: TrackCourse?, isWhole: Bool) {
        let run = named.run
        field("id", run.id)
        track(id: run.track, name: named.trackName, course, isWhole: isWhole)
        reference("session", id: run.session, name: named.sessionName)
        reference("runner", id: run.runner, name: named.runnerName)
        field("number", run.number)
        field("category", run.category)
        field("team", run.team)
        field("revision", run.revision)
        field("status", run.status)
        field("startedAt", run.startedAt)
        field("finishedAt", run.finishedAt)
        field("time", run.time)
        field("verdict", run.verdict)
        field("place", run.place)
        field("laps", run.laps)
        field("bestLap", run.bestLap)
        field("corrected", run.corrected)
        field("voided", run.voided)
    }

    /// A track with what its times are read by; whole with the names of its lines.
    mutating func track(id: String, name: String?, _ course: TrackCourse?, isWhole: Bool) {
        key("track")
        beginObject()
        field("id", id)
        field("name", name ?? id)
        if let definition = course?.definition {
            field("laps", Int64(definition.laps))
            key("rounding")
            beginObject()
            field("digits", Int64(definition.rounding.digits))
            field("direction", definition.rounding.direction.rawValue)
            endObject()
            if isWhole {
                field("start", definition.start.rawValue)
                field("firstLap", definition.firstLap.rawValue)
                key("checkpoints")
                beginArray()
                for checkpoint in definition.checkpoints {
                    beginObject()
                    field("id", checkpoint.id.text)
                    field("name", checkpoint.name)
                    endObject()
                }
                endArray()
            }
        }
        endObject()
    }

    mutating func reference(_ key: String, id: String, name: String?) {
        self.key(key)
        beginObject()
        field("id", id)
        field("name", name ?? id)
        endObject()
    }

    private mutating func split(_ split: SplitRow) {
        beginObject()
        field("id", split.id)
        field("checkpoint", split.checkpoint)
        field("lap", split.lap)
        field("at", split.at)
        field("uncertainty", split.uncertainty)
        field("method", split.method)
        field("device", split.device)
        field("state", split.state)
        field("split", split.split)
        field("segment", split.segment)
        field("lapTime", split.lapTime)
        field("splitVerdict", split.splitVerdict)
        field("segmentVerdict", split.segmentVerdict)
        field("lapVerdict", split.lapVerdict)
        field("corrected", split.corrected)
        endObject()
    }

    mutating func runner(_ runner: RunnerRow) {
        beginObject()
        fields(of: runner)
        endObject()
    }

    mutating func fields(of runner: RunnerRow) {
        field("id", runner.id)
        field("name", runner.name)
        key("aliases")
        beginArray()
        for alias in runner.aliases { string(alias) }
        endArray()
    }
}

extension JSONWriter {
    /// A field that is always there; nil is `null`.
    mutating func field(_ key: String, _ text: String?) {
        self.key(key)
        if let text { string(text) } else { null() }
    }

    mutating func field(_ key: String, _ number: Int64?) {
        self.key(key)
        if let number { integer(number) } else { null() }
    }

    mutating func field(_ key: String, _ flag: Bool) {
        self.key(key)
        bool(flag)
    }
}
