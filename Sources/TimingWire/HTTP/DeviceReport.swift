public import SplitCore

/// A device that times, as `/api/v1/devices` gives it: what the server has heard of it.
public struct DeviceReport: Hashable, Sendable {
    public struct LastCapture: Hashable, Sendable {
        public var track: TrackID
        public var at: Timestamp

        public init(track: TrackID, at: Timestamp) {
            self.track = track
            self.at = at
        }
    }

    public var id: DeviceID
    /// Of its last hello, as is the program.
    public var role: Role
    /// Its program and version, as it says.
    public var client: String
    public var address: String
    /// Whether a connection of it is open.
    public var isConnected: Bool
    public var lastHeard: Timestamp
    /// What it last said of itself, and when that came in.
    public var status: DeviceStatus?
    public var statusAt: Timestamp?
    /// How many of its captures were taken since the server began.
    public var captures: Int
    /// The latest of them, by the instant that it gave.
    public var lastCapture: LastCapture?

    public init(
        id: DeviceID, role: Role, client: String, address: String, isConnected: Bool = false,
        lastHeard: Timestamp
    ) {
        self.id = id
        self.role = role
        self.client = client
        self.address = address
        self.isConnected = isConnected
        self.lastHeard = lastHeard
        captures = 0
    }

    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("id", id)
        writer.field("role", role)
        writer.field("client", client)
        writer.field("address", address)
        writer.field("connected", isConnected)
        writer.field("lastHeard", lastHeard)
        writer.key("status")
        if let status, let statusAt {
            writer.beginObject()
            writer.field("at", statusAt)
            writer.field("offset", status.offset)
            writer.field("uncertainty", status.uncertainty)
            writer.field("unsent", status.unsent)
            writer.field("battery", status.battery)
            writer.endObject()
        } else {
            writer.null()
        }
        writer.field("captures", captures)
        writer.key("lastCapture")
        if let lastCapture {
            writer.beginObject()
            writer.field("track", lastCapture.track)
            writer.field("at", lastCapture.at)
            writer.endObject()
        } else {
            writer.null()
        }
        writer.endObject()
    }

    /// All of them, with the server's time.
    public static func write(
        _ devices: [DeviceReport], at time: Timestamp, to writer: inout JSONWriter
    ) {
        writer.beginObject()
        writer.field("time", time)
        writer.key("devices")
        writer.beginArray()
        for device in devices { device.write(to: &writer) }
        writer.endArray()
        writer.endObject()
    }
}
