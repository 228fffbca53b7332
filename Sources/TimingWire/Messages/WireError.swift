public import SplitCore

/// Why a message was refused: a code for programs, and a sentence for people that names the field,
/// what was wrong and what would be right. It is the body of an `error` message, and over HTTP of a
/// problem document.
public struct WireError: Error, Hashable, Sendable {
    public var code: Code
    /// The field at fault, with the way to it, such as `checkpoints[1].name`.
    public var field: String?
    /// What could stand there instead, where that is a short list.
    public var values: [String]?
    public var message: String
    /// The command that was refused, where its id could be read.
    public var commandID: CommandID?
    /// The subscription that was refused, where its id could be read.
    public var id: SubscriptionID?

    public init(
        _ code: Code, field: String? = nil, values: [String]? = nil, _ message: String,
        commandID: CommandID? = nil, id: SubscriptionID? = nil
    ) {
        self.code = code
        self.field = field
        self.values = values
        self.message = message
        self.commandID = commandID
        self.id = id
    }

    /// What the core says of a command.
    public init(_ error: TimingError, commandID: CommandID?) {
        self.init(
            .timing(error.code), field: error.field, values: error.values, error.message,
            commandID: commandID)
    }
}

extension WireError {
    /// The codes are part of the wire contract, the same on the socket and over HTTP.
    public enum Code: Hashable, Sendable {
        /// The core refused the command.
        case timing(TimingError.Code)
        /// Not JSON.
        case malformed
        /// JSON, but not an object.
        case notAnObject
        /// A message of a type that there is not.
        case unknownType
        /// A field that must be there is not.
        case missingField
        /// A field is, say, a string where a number must be.
        case wrongType
        /// The id of a command that had other fields.
        case commandIDReused
        /// The token is not known; without a token one is a spectator.
        case unauthorized
        /// More subscriptions than `welcome` allowed.
        case tooManySubscriptions
        /// Messages or requests faster than the server takes them.
        case tooManyMessages
        /// Longer than `welcome` allowed.
        case messageTooLarge
        /// Upgrades without the subprotocol.
        case subprotocolRequired
        /// Upgrades from a page of another site.
        case originNotAllowed
        /// There is nothing at this address.
        case notFound
        /// There is something, but not for this method.
        case methodNotAllowed
        /// A body that does not say that it is JSON.
        case unsupportedMediaType
        /// The disk does not take events now.
        case storageUnavailable
        /// The server is full, or stopping.
        case unavailable
        /// A fault of the server.
        case internalError

        /// A field has a value that it can't have.
        public static let invalidValue = Code.timing(.invalidValue)

        /// The code as it is written on the wire.
        public var text: String {
            switch self {
            case .timing(let code): code.rawValue
            case .malformed: "malformed"
            case .notAnObject: "notAnObject"
            case .unknownType: "unknownType"
            case .missingField: "missingField"
            case .wrongType: "wrongType"
            case .commandIDReused: "commandIdReused"
            case .unauthorized: "unauthorized"
            case .tooManySubscriptions: "tooManySubscriptions"
            case .tooManyMessages: "tooManyMessages"
            case .messageTooLarge: "messageTooLarge"
            case .subprotocolRequired: "subprotocolRequired"
            case .originNotAllowed: "originNotAllowed"
            case .notFound: "notFound"
            case .methodNotAllowed: "methodNotAllowed"
            case .unsupportedMediaType: "unsupportedMediaType"
            case .storageUnavailable: "storageUnavailable"
            case .unavailable: "unavailable"
            case .internalError: "internalError"
            }
        }
    }
}
