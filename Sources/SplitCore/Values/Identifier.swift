/// The name of a thing, made by whoever made the thing: 1–64 characters of `A–Z a–z 0–9 _ -`.
///
/// The phantom `Kind` keeps a run's id from being passed where a runner's is meant.
public struct Identifier<Kind>: Hashable, Comparable, Sendable {
    public let text: String
    /// Of the text: an id is made once and looked up many times.
    let textHash: Int

    /// Nil unless `text` is 1–64 characters of `A–Z a–z 0–9 _ -`.
    public init?(_ text: String) {
        let characters = text.utf8.span
        guard (1...Identifiers.longest).contains(characters.count) else { return nil }
        for index in characters.indices where !Identifiers.allows(characters[index]) { return nil }
        self.init(valid: text, hash: text.hashValue)
    }

    private init(valid text: String, hash: Int) {
        self.text = text
        textHash = hash
    }

    /// The same characters as the id of another kind of thing, where one thing is named after another:
    /// a finish that a command recorded is known by that command's id.
    public func renamed<Other>(as kind: Other.Type = Other.self) -> Identifier<Other> {
        Identifier<Other>(valid: text, hash: textHash)
    }

    public static func == (left: Self, right: Self) -> Bool {
        left.textHash == right.textHash && left.text == right.text
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(textHash) }

    public static func < (left: Self, right: Self) -> Bool { left.text < right.text }
}

extension Identifier: SpreadKey {
    package var spread: Int { textHash }
}

extension Identifier: CustomStringConvertible {
    public var description: String { text }
}

extension Identifier: ExpressibleByStringLiteral {
    /// For ids that stand in the source. Traps on one that is no id.
    public init(stringLiteral text: String) {
        guard let id = Identifier(text) else { preconditionFailure("not an id: \(text)") }
        self = id
    }
}

/// What every identifier obeys, whatever it names.
public enum Identifiers {
    /// The greatest length of an id, in characters.
    public static let longest = 64

    static func allows(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    public enum Track: Sendable {}
    public enum Checkpoint: Sendable {}
    public enum Session: Sendable {}
    public enum Start: Sendable {}
    public enum Run: Sendable {}
    public enum Runner: Sendable {}
    public enum Capture: Sendable {}
    public enum Device: Sendable {}
    public enum Command: Sendable {}
}

public typealias TrackID = Identifier<Identifiers.Track>
public typealias CheckpointID = Identifier<Identifiers.Checkpoint>
public typealias SessionID = Identifier<Identifiers.Session>
public typealias StartID = Identifier<Identifiers.Start>
public typealias RunID = Identifier<Identifiers.Run>
public typealias RunnerID = Identifier<Identifiers.Runner>
public typealias CaptureID = Identifier<Identifiers.Capture>
public typealias DeviceID = Identifier<Identifiers.Device>
public typealias CommandID = Identifier<Identifiers.Command>
