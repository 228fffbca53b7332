import EventLoop
import SplitCore
import TimingWire

/// Someone at the other end of a WebSocket. Loop thread only.
final class Client {
    /// Cleared when the connection ends.
    private(set) var connection: Connection?
    var role = Role.spectator
    var device: DeviceID?
    /// What race control sees of the device; nil for those that only watch.
    private(set) var timingDevice: Device?
    var hasSaidHello = false
    /// By track: one subscription each, also while it waits for its first board.
    var subscriptions: [TrackID: Subscriber] = [:]
    /// Messages in a row that could not be read.
    var unreadable = 0

    init(_ connection: Connection) {
        self.connection = connection
    }

    func send(_ message: ServerMessage) {
        guard let connection else { return }
        var writer = JSONWriter(capacity: 256)
        message.write(to: &writer)
        connection.enqueue(SharedFrame(writer.bytes))
    }

    func close(_ code: TimingWire.CloseCode, _ reason: String) {
        connection?.close(code: .init(rawValue: code.rawValue), reason: reason)
    }

    /// Counts the connection as one of this device, and no more of another.
    func attach(to device: Device?) {
        timingDevice?.connections -= 1
        timingDevice = device
        device?.connections += 1
    }

    func end() {
        attach(to: nil)
        connection = nil
    }
}
