import SplitCore
import TimingWire

/// A client that said who it is, or wants more than to watch. Loop thread only.
final class Client {
    let id: ClientID
    var role = Role.spectator
    var device: DeviceID?
    /// What race control sees of the device; nil for those that only watch.
    private(set) var timingDevice: Device?

    init(_ id: ClientID) {
        self.id = id
    }

    /// Counts the connection as one of this device, and no more of another.
    func attach(to device: Device?) {
        timingDevice?.connections -= 1
        timingDevice = device
        device?.connections += 1
    }
}
