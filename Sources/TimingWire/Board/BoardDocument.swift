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
        var fields: [String: JSON] = [:]
        var splits: [String: JSON] = [:]
    }

    public let track: String
    public let epoch: String
    public private(set) var seq: Int64
    /// `time`, `banner` and the whole `track`.
    private var head: [String: JSON] = [:]
    private var overall: JSON = .null
    private var runs: [String: Run] = [:]
    private var sessions: [String: JSON] = [:]
    private var unassigned: [String: JSON] = [:]
    /// By runner, as are the standings.
    private var runnerBests: [String: JSON] = [:]
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
        for id in changed.runs.keys { changed.runs[id]?.fields["elapsed"] = nil }
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
        board["bests"] = ["overall": overall, "runners": Self.list(runnerBests)]
        board["runs"] = Self.list(
            runs.mapValues { run in
                var fields = run.fields
                fields["splits"] = Self.list(run.splits)
                return Self.object(fields)
            })
        return Self.object(board)
    }
}

extension BoardDocument {
    private mutating func merge(_ frame: JSON) throws(Failure) {
        for key in ["time", "banner"] { if let value = frame[key] { head[key] = value.sorted } }
        if let track = frame["track"], track.object != nil { head["track"] = track.sorted }
        if let overall = frame["bests"]?["overall"] { self.overall = overall.sorted }
        try Self.merge(frame["sessions"], by: "id", into: &sessions)
        try Self.merge(frame["unassigned"], by: "id", into: &unassigned)
        try Self.merge(frame["standings"], by: "runner", into: &standings)
        try Self.merge(frame["bests"]?["runners"], by: "runner", into: &runnerBests)
        for json in try Self.elements(frame["runs"], "runs") {
            let id = try Self.text("id", of: json)
            var run = runs[id] ?? Run()
            for member in json.object?.members ?? [] where member.key != "splits" {
                run.fields[member.key] = member.value.sorted
            }
            try Self.merge(json["splits"], by: "id", into: &run.splits)
            runs[id] = run
        }
    }

    /// What went, before what came: something may have gone and come back.
    private mutating func remove(_ removed: JSON) throws(Failure) {
        for id in try Self.texts(removed, "runs") { runs[id] = nil }
        for id in try Self.texts(removed, "sessions") { sessions[id] = nil }
        for id in try Self.texts(removed, "unassigned") { unassigned[id] = nil }
        for id in try Self.texts(removed, "standings") { standings[id] = nil }
        for id in try Self.texts(removed, "bests") { runnerBests[id] = nil }
        for split in try Self.elements(removed["splits"], "removed.splits") {
            let run = try Self.text("run", of: split)
            runs[run]?.splits[try Self.text("split", of: split)] = nil
        }
    }

    private static func merge(
        _ list: JSON?, by key: String, into known: inout [String: JSON]
    ) throws(Failure) {
        for json in try elements(list, key) { known[try text(key, of: json)] = json.sorted }
    }

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
