public import SplitCore

/// A message from a client.
public enum ClientMessage: Hashable, Sendable {
    case hello(Hello)
    /// `t0` is the client's clock, in its own microseconds; it comes back as it is.
    case ping(t0: Int64)
    case subscribe(Subscription)
    case unsubscribe(SubscriptionID, track: TrackID)
    case deviceStatus(DeviceStatus)
    case command(CommandMessage)
}

/// Who a client is.
public struct Hello: Hashable, Sendable {
    /// What gives the client its role; without one it is a spectator.
    public var token: String?
    /// An id that is kept on the device.
    public var device: DeviceID?
    /// The client's program and its version, such as `board/0.1.0`.
    public var client: String

    public init(token: String? = nil, device: DeviceID? = nil, client: String) {
        self.token = token
        self.device = device
        self.client = client
    }
}

/// How a device that times is doing, as race control sees it.
public struct DeviceStatus: Hashable, Sendable {
    /// What is added to the device's own time of day to get server time.
    public var offset: TimeSpan
    public var uncertainty: TimeSpan
    /// Commands that wait on the device for their acknowledgement.
    public var unsent: Int
    /// Per cent; nil where the device can't tell.
    public var battery: Int?

    public init(offset: TimeSpan, uncertainty: TimeSpan, unsent: Int, battery: Int? = nil) {
        self.offset = offset
        self.uncertainty = uncertainty
        self.unsent = unsent
        self.battery = battery
    }
}

/// What a message says that it is.
enum ClientMessageType: String, CaseIterable {
    case hello, ping, subscribe, unsubscribe, deviceStatus

    /// Those of the commands too.
    static let names = allCases.map(\.rawValue) + CommandType.names
}
