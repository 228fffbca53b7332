import Journal
import TimingWire

/// Rows of the history as JSON, in the words of the board.
extension JSONWriter {
    mutating func run(_ named: NamedRun, splits: [SplitRow]?) {
        let run = named.run
        beginObject()
        field("id", run.id)
        reference("track", id: run.track, name: named.trackName)
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
        if let splits {
            key("splits")
            beginArray()
            for split in splits { self.split(split) }
            endArray()
        }
        endObject()
    }

    private mutating func reference(_ key: String, id: String, name: String?) {
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

    mutating func runner(_ runner: RunnerRow, runs: [NamedRun]?) {
        beginObject()
        field("id", runner.id)
        field("name", runner.name)
        key("aliases")
        beginArray()
        for alias in runner.aliases { string(alias) }
        endArray()
        if let runs {
            key("runs")
            beginArray()
            for run in runs { self.run(run, splits: nil) }
            endArray()
        }
        endObject()
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
