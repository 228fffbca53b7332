/// Why a command was refused: a code for programs, and a sentence for people that says what was wrong
/// and what would be right.
public struct TimingError: Error, Hashable, Sendable {
    /// The codes are part of the wire contract; pages put them into words.
    public enum Code: String, CaseIterable, Sendable {
        /// A field has a value that it can't have.
        case invalidValue
        case unknownTrack, unknownSession, unknownStart, unknownRun, unknownRunner, unknownSplit
        case unknownCheckpoint
        case trackExists, sessionExists
        /// An instant over a minute ahead of the server's time.
        case instantAhead
        /// The role may not do this, or not to what another device did.
        case notAllowed
        /// There is nothing that this command could change.
        case nothingToDo
    }

    public let code: Code
    /// The field of the command that is at fault.
    public let field: String?
    /// What the field can be, where that is a short list.
    public let values: [String]?
    public let message: String

    public init(_ code: Code, field: String? = nil, values: [String]? = nil, _ message: String) {
        self.code = code
        self.field = field
        self.values = values
        self.message = message
    }
}
