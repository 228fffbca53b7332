import SplitCore
import TimingWire

/// A device that times, as far as it was heard of since the server began. Loop thread only.
final class Device {
    fileprivate(set) var report: DeviceReport
    /// Its connections that are open now.
    var connections = 0 {
        didSet { report.isConnected = connections > 0 }
    }

    init(_ report: DeviceReport) {
        self.report = report
    }

    func heard(at now: Timestamp) {
        report.lastHeard = now
    }

    func note(_ status: DeviceStatus, at now: Timestamp) {
        (report.status, report.statusAt) = (status, now)
    }

    func noteCapture(on track: TrackID, at instant: Timestamp?) {
        report.captures += 1
        guard let instant, report.lastCapture.map({ $0.at <= instant }) ?? true else { return }
        report.lastCapture = .init(track: track, at: instant)
    }
}

/// The devices that race control sees: those that said hello with a role that may time.
struct Devices {
    private var known: [DeviceID: Device] = [:]
    /// So many at most; for a new one the one that has been gone longest is forgotten.
    private let limit: Int

    init(limit: Int) {
        self.limit = limit
    }

    /// By id.
    var reports: [DeviceReport] { known.values.map(\.report).sorted { $0.id < $1.id } }

    subscript(id: DeviceID) -> Device? { known[id] }

    /// The device of a hello; nil where so many are connected that no more are kept.
    mutating func greet(
        _ id: DeviceID, role: Role, client: String, address: String, at now: Timestamp
    ) -> Device? {
        if let device = known[id] {
            device.report.role = role
            device.report.client = client
            device.report.address = address
            device.heard(at: now)
            return device
        }
        if known.count >= limit {
            let gone = known.values.filter { $0.connections == 0 }
            let oldest = gone.min { $0.report.lastHeard < $1.report.lastHeard }
            guard let oldest else { return nil }
            known[oldest.report.id] = nil
        }
        let device = Device(
            DeviceReport(id: id, role: role, client: client, address: address, lastHeard: now))
        known[id] = device
        return device
    }
}
