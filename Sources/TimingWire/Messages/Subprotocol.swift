/// The name of this contract in the WebSocket handshake. Additions keep it; what would break a
/// client of today gets another.
public enum Subprotocol {
    /// As it stands in `Sec-WebSocket-Protocol`.
    public static let name = "livetiming.v1.json"
}
