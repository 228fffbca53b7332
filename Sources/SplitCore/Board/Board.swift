/// The live state of a track as spectators see it: a value made of parts, each with the `seq` of its
/// last change.
///
/// A frame for someone who has the board as of `base` holds of every part with a later `seq` the fields
/// that can differ since, and so applies to anyone at or after `base`. Spectators who are slow, who resume or who have just
/// joined differ in nothing but their base.
public struct Board: Equatable, Sendable {
    /// A run on the board, in parts.
    public struct Run: Equatable, Sendable {
        public let id: RunID
        public internal(set) var head: BoardPart<BoardRunHead>
        public internal(set) var placing: BoardPart<BoardPlacing>
        public internal(set) var delta: BoardPart<BoardDelta>
        /// By instant, then id.
        public internal(set) var splits: [BoardPart<BoardSplit>]
        /// The latest `seq` of any part.
        public internal(set) var seq: Int64
    }

    /// The bests of a runner or of everyone, in parts.
    public struct BestParts: Equatable, Sendable {
        public internal(set) var whole: BoardPart<BoardBests>
        public internal(set) var segments: [BoardPart<BoardBests.Segment>]
        /// The latest `seq` of any part.
        public internal(set) var seq: Int64
    }

    /// The bests of a runner who is on the board.
    public struct RunnerBests: Equatable, Sendable {
        public let runner: RunnerID
        public internal(set) var bests: BestParts
    }

    /// What went from the board, and when.
    public struct Tombstone: Equatable, Sendable {
        public enum Subject: Hashable, Sendable {
            case session(SessionID)
            case run(RunID)
            case split(RunID, CaptureID)
            case unassigned(CaptureID)
            case bests(RunnerID)
            /// Of a runner's bests; nil: of everyone's.
            case segment(RunnerID?, BoardBests.Segment.Ends)
            case standing(RunnerID)
        }

        public var subject: Subject
        public var seq: Int64
    }

    struct BestsBasis: Equatable, Sendable {
        var session: SessionID
        var limit: Limit?
        var scope: BestScope
        var course: Course?
    }

    /// The identity of the log that `seq` counts in.
    public let epoch: String
    public internal(set) var seq: Int64
    public internal(set) var track: BoardPart<BoardTrack>
    /// By start, then id.
    public internal(set) var sessions: [BoardPart<BoardSession>]
    /// By start, then id.
    public internal(set) var runs: [Run]
    /// The last captures that no run is known for.
    public internal(set) var unassigned: [BoardPart<BoardSplit>]
    public internal(set) var overall: BestParts
    public internal(set) var runners: [RunnerBests]
    /// What `runners` was worked out by, beside the bests themselves.
    var bestsBasis: BestsBasis?
    /// The run that led when the runs were compared last.
    var leader: RunID?
    public internal(set) var standings: [BoardPart<BoardStanding>]
    /// In order of `seq`. A cursor before `tombstonesSince` needs a snapshot.
    public internal(set) var tombstones: [Tombstone]
    public internal(set) var tombstonesSince: Int64
}
