/// The number in a WebSocket close frame (RFC 6455, section 7.4). Ranges of 4000 and up belong to
/// the application.
public struct CloseCode: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    public static let normal = CloseCode(rawValue: 1000)
    public static let goingAway = CloseCode(rawValue: 1001)
    public static let protocolError = CloseCode(rawValue: 1002)
    public static let unsupportedData = CloseCode(rawValue: 1003)
    public static let invalidText = CloseCode(rawValue: 1007)
    public static let policyViolation = CloseCode(rawValue: 1008)
    public static let tooLarge = CloseCode(rawValue: 1009)
    /// The server goes away for a planned restart. libwebsockets reports a received 1012, 1013 or
    /// 1014 as `protocolError`: what a peer sends is told apart only by peers of another make.
    public static let serviceRestart = CloseCode(rawValue: 1012)
    public static let tryAgainLater = CloseCode(rawValue: 1013)
    /// More replies waited for a peer than it took; it may reconnect and resume.
    public static let replyQueueOverflow = CloseCode(rawValue: 4000)
}
