public import SplitCore

/// An error over HTTP (RFC 9457): the error of the socket, with a status.
public struct ProblemDetails: Hashable, Sendable {
    /// The media type of the document.
    public static let contentType = "application/problem+json"

    public let status: HTTPStatus
    public let error: WireError

    /// - Parameter status: where it says more than the one of the error's code.
    public init(_ error: WireError, status: HTTPStatus? = nil) {
        self.status = status ?? error.code.httpStatus
        self.error = error
    }

    /// The type is `about:blank`: the code tells errors of one status apart, and the title is the
    /// status's own.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("type", "about:blank")
        writer.field("title", status.phrase)
        writer.field("status", status.rawValue)
        writer.field("detail", error.message)
        writer.fields(of: error)
        writer.field("commandId", ifAny: error.commandID)
        writer.endObject()
    }
}

extension WireError.Code {
    /// The status of an answer that refuses with this code.
    public var httpStatus: HTTPStatus {
        switch self {
        case .timing(let code): code.httpStatus
        case .malformed, .notAnObject, .unknownType, .missingField, .wrongType,
            .subprotocolRequired:
            .badRequest
        case .unauthorized: .unauthorized
        case .originNotAllowed: .forbidden
        case .notFound: .notFound
        case .methodNotAllowed: .methodNotAllowed
        case .commandIDReused: .conflict
        case .messageTooLarge: .contentTooLarge
        case .unsupportedMediaType: .unsupportedMediaType
        case .tooManySubscriptions, .tooManyMessages: .tooManyRequests
        case .internalError: .internalServerError
        case .storageUnavailable, .unavailable: .serviceUnavailable
        }
    }
}

extension TimingError.Code {
    /// The status of an answer that refuses with this code.
    public var httpStatus: HTTPStatus {
        switch self {
        case .invalidValue: .badRequest
        case .unknownTrack, .unknownSession, .unknownStart, .unknownRun, .unknownRunner,
            .unknownSplit, .unknownCheckpoint:
            .notFound
        case .trackExists, .sessionExists, .nothingToDo: .conflict
        case .instantAhead: .unprocessableContent
        case .notAllowed: .forbidden
        }
    }
}
