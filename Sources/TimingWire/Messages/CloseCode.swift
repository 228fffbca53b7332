/// Why a connection was closed. From 4000 to 4499 a client connects again, after its random wait;
/// from 4500 to 4999 it does not, because the same would happen again.
public enum CloseCode: UInt16, CaseIterable, Sendable {
    /// Done, by either side's wish.
    case normal = 1000
    /// The page went away. Sent by browsers.
    case goingAway = 1001
    /// The server restarts as planned: connect again.
    case serviceRestart = 1012
    /// The server sheds connections: connect again, later.
    case tryAgainLater = 1013

    /// No `hello` came within the time for it.
    case helloTimeout = 4000
    /// The socket took no bytes for too long.
    case slowReader = 4001
    /// Nothing came, not even the answer to a ping.
    case silent = 4002
    /// The log was put back to a backup; what the client knows is of another epoch.
    case stateReset = 4003

    /// A message longer than `welcome` allowed.
    case messageTooLarge = 4500
    /// A binary message; the contract knows only text.
    case binaryMessage = 4501
    /// Too many messages that are none, one after the other.
    case protocolError = 4502
    /// Too many messages in too short a time.
    case tooManyMessages = 4503
    /// The token was taken back.
    case unauthorized = 4504

    /// Whether a client connects again after this.
    public var reconnects: Bool { Self.reconnects(after: rawValue) }

    /// Whether a client connects again after this code, also one that it doesn't know.
    public static func reconnects(after code: UInt16) -> Bool {
        code != normal.rawValue && code != goingAway.rawValue && !(4500...4999).contains(code)
    }
}
