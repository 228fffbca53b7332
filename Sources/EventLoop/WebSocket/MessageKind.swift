/// What a WebSocket message carries; the raw value is the opcode of its first frame.
public enum MessageKind: UInt8, Sendable {
    case text = 1
    case binary = 2
}
