/// A failure of the operating system or of a C library under the loop: which call failed, how, and
/// what that means for whoever started the server.
public struct LoopError: Error, Equatable, CustomStringConvertible, Sendable {
    /// What went wrong, for code that wants to react to it.
    public enum Reason: Equatable, Sendable {
        case portInUse
        case permissionDenied
        case addressUnknown
        case addressUnavailable
        case libraryUnavailable
        /// The system does not let this process have an io_uring.
        case ringUnavailable
        case systemCallFailed
    }

    public let reason: Reason
    /// The call that failed, such as `bind`.
    public let call: String
    /// Its error by name, such as `EADDRINUSE`; empty where there is none.
    public let code: String
    /// One sentence for a person.
    public let message: String

    public var description: String {
        code.isEmpty ? "\(message) (\(call))" : "\(message) (\(call): \(code))"
    }
}
