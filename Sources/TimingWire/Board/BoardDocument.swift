/// A board as a client knows it: the JSON of a snapshot, to which updates are applied by the rules of
/// the wire contract and nothing else. For clients in Swift, and for tests of the law that a snapshot
/// and the update since it are the snapshot of now.
///
/// Order is not part of it: two documents are equal if they say the same.
public struct BoardDocument: Hashable, Sendable {
    /// Why a frame can't be taken. After `otherEpoch` and `gap` a client subscribes anew, without
    /// `after`.
    public enum Failure: Error, Hashable, Sendable {
        /// A field of the contract is not there, or not what it must be.
        case malformed(field: String)
        case otherTrack
        case otherEpoch
        /// The update is for a board that is further on than this one.
        case gap(base: Int64, seq: Int64)
    }

    /// A run: its fields but for the splits, and these by id.
    private struct Run: Hashable {
        var fields: JSON = [:]
        var splits: [String: JSON] = [:]
    }

    /// The bests of a runner or of everyone, and those of the segments by their ends.
    private struct Bests: Hashable {
        var fields: JSON = [:]
        var segments: [String: JSON] = [:]
    }

    public let track: String
    public let epoch: String
    public private(set) var seq: Int64
    /// `time`, `banner` and the whole `track`.
    private var head: [String: JSON] = [:]
    private var overall = Bests()
    private var runs: [String: Run] = [:]
    private var sessions: [String: JSON] = [:]
    private var unassigned: [String: JSON] = [:]
    /// By runner, as are the standings.
    private var runnerBests: [String: Bests] = [:]
    private var standings: [String: JSON] = [:]

    /// From a `snapshot`, as it comes over the socket or HTTP.
    public init(snapshot: JSON) throws(Failure) {
        guard snapshot["type"] == "snapshot" else { throw .malformed(field: "type") }
        track = try Self.text("id", of: snapshot["track"] ?? .null)
        epoch = try Self.text("epoch", of: snapshot)
        seq = try Self.integer("seq", of: snapshot)
        for key in ["sessions", "runs", "unassigned", "bests", "standings", "time", "banner"] {
            guard snapshot[key] != nil else { throw .malformed(field: key) }
        }
        try merge(snapshot)
    }

    /// Applies an `update`. One that is older than the board brings nothing new and changes nothing;
    /// neither does one that throws.
    public mutating func apply(_ update: JSON) throws(Failure) {
        guard update["type"] == "update" else { throw .malformed(field: "type") }
        let track =
            if let id = update["track"]?.string { id } else {
                try Self.text("id", of: update["track"] ?? .null)
            }
        guard track == self.track else { throw .otherTrack }
        guard try Self.text("epoch", of: update) == epoch else { throw .otherEpoch }
        let base = try Self.integer("base", of: update)
        guard base <= seq else { throw .gap(base: base, seq: seq) }
        let next = try Self.integer("seq", of: update)
        guard next >= seq else { return }

        var changed = self
        changed.seq = next
        // `elapsed` is of the moment of a frame and not of the board.
        for (id, run) in changed.runs { changed.runs[id]!.fields = run.fields.without("elapsed") }
        try changed.remove(update["removed"] ?? [:])
        try changed.merge(update)
        self = changed
    }

    /// The board as a snapshot would carry it now; lists in order of their ids, members of their keys.
    public var json: JSON {
        var board = head
        board["type"] = "snapshot"
        board["epoch"] = .string(epoch)
        board["seq"] = .integer(seq)
        board["sessions"] = Self.list(sessions)
        board["unassigned"] = Self.list(unassigned)
        board["standings"] = Self.list(standings)
        board["bests"] = [
            "overall": Self.json(overall), "runners": Self.list(runnerBests.mapValues(Self.json)),
        ]
        board["runs"] = Self.list(
            runs.mapValues { run in
                run.fields.merging(["splits": Self.list(run.splits)]).sorted
            })
        return Self.object(board)
    }

    private static func json(_ bests: Bests) -> JSON {
        bests.fields.merging(["segments": list(bests.segments)]).sorted
    }
}

extension BoardDocument {
    private mutating func merge(_ frame: JSON) throws(Failure) {
        for key in ["time", "banner"] { if let value = frame[key] { head[key] = value.sorted } }
        if let track = frame["track"], track.object != nil { head["track"] = track.sorted }
        if let overall = frame["bests"]?["overall"] { try Self.merge(overall, into: &self.overall) }
        try Self.merge(frame["sessions"], by: "id", into: &sessions)
        try Self.merge(frame["unassigned"], by: "id", new: Self.emptySplit, into: &unassigned)
        try Self.merge(frame["standings"], by: "runner", into: &standings)
        for json in try Self.elements(frame["bests"]?["runners"], "bests.runners") {
            let runner = try Self.text("runner", of: json)
            try Self.merge(json, into: &runnerBests[runner, default: .init()])
        }
        for json in try Self.elements(frame["runs"], "runs") {
            let id = try Self.text("id", of: json)
            var run = runs[id] ?? Run()
            run.fields = run.fields.merging(json.without("splits"))
            try Self.merge(json["splits"], by: "id", new: Self.emptySplit, into: &run.splits)
            runs[id] = run
        }
    }

    private static func merge(_ json: JSON, into bests: inout Bests) throws(Failure) {
        bests.fields = bests.fields.merging(json.without("segments"))
        for segment in try elements(json["segments"], "segments") {
            bests.segments[try ends(of: segment)] = segment.sorted
        }
    }

    /// Two ids with what neither can hold between them.
    private static func ends(of segment: JSON) throws(Failure) -> String {
        try text("from", of: segment) + " " + text("to", of: segment)
    }

    /// What went, before what came: something may have gone and come back.
    private mutating func remove(_ removed: JSON) throws(Failure) {
        for id in try Self.texts(removed, "runs") { runs[id] = nil }
        for id in try Self.texts(removed, "sessions") { sessions[id] = nil }
        for id in try Self.texts(removed, "unassigned") { unassigned[id] = nil }
        for id in try Self.texts(removed, "standings") { standings[id] = nil }
        for id in try Self.texts(removed, "bests") { runnerBests[id] = nil }
        for segment in try Self.elements(removed["segments"], "removed.segments") {
            let ends = try Self.ends(of: segment)
            if let runner = segment["runner"]?.string {
                runnerBests[runner]?.segments[ends] = nil
            } else {
                overall.segments[ends] = nil
            }
        }
        for split in try Self.elements(removed["splits"], "removed.splits") {
            let run = try Self.text("run", of: split)
            runs[run]?.splits[try Self.text("split", of: split)] = nil
        }
    }

    /// Merges each element field by field; one that is not known yet is laid over `new`.
    private static func merge(
        _ list: JSON?, by key: String, new: JSON = [:], into known: inout [String: JSON]
    ) throws(Failure) {
        for json in try elements(list, key) {
            let id = try text(key, of: json)
            var fields = (known[id] ?? new).object ?? .init()
            for member in json.object?.members ?? [] { fields[member.key] = member.value }
            known[id] = JSON.object(fields).sorted
        }
    }

    /// What a split that is new has where the update does not say.
    private static let emptySplit: JSON = [
        "state": "counted", "checkpoint": .null, "lap": .null, "split": .null, "segment": .null,
        "lapTime": .null,
        "splitVerdict": .null, "segmentVerdict": .null, "lapVerdict": .null,
        "standing": [], "close": [], "record": [], "corrected": false,
    ]

    private static func elements(_ list: JSON?, _ field: String) throws(Failure) -> [JSON] {
        guard let list else { return [] }
        guard let elements = list.array else { throw .malformed(field: field) }
        return elements
    }

    private static func texts(_ json: JSON, _ field: String) throws(Failure) -> [String] {
        var texts: [String] = []
        for element in try elements(json[field], field) {
            guard let text = element.string else { throw .malformed(field: field) }
            texts.append(text)
        }
        return texts
    }

    private static func text(_ field: String, of json: JSON) throws(Failure) -> String {
        guard let text = json[field]?.string else { throw .malformed(field: field) }
        return text
    }

    private static func integer(_ field: String, of json: JSON) throws(Failure) -> Int64 {
        guard let value = json[field]?.integer else { throw .malformed(field: field) }
        return value
    }

    private static func list(_ known: [String: JSON]) -> JSON {
        .array(known.sorted { $0.key < $1.key }.map(\.value))
    }

    private static func object(_ fields: [String: JSON]) -> JSON {
        .object(
            JSON.Object(
                unique: fields.sorted { $0.key < $1.key }.map { .init($0.key, $0.value) }))
    }
}

extension JSON {
    fileprivate func without(_ key: String) -> JSON {
        guard var fields = object else { return self }
        fields[key] = nil
        return .object(fields)
    }

    /// The fields of this object with those of a later one laid over them.
    fileprivate func merging(_ later: JSON) -> JSON {
        guard var fields = object, let changed = later.object else { return later.sorted }
        for member in changed.members { fields[member.key] = member.value }
        return JSON.object(fields).sorted
    }
}
