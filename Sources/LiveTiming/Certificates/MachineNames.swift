internal import Certificates
internal import Glibc

/// What this machine is reached by in its network.
enum MachineNames {
    /// Its names, by multicast DNS too, and every address.
    static func all() -> [HostName] {
        let name = hostName
        let names = ["localhost", name] + (name.contains(".") ? [] : ["\(name).local"])
        return (names + ["127.0.0.1", "::1"] + NetworkAddress.all()).compactMap(HostName.init)
    }

    /// The name that it has for itself.
    static var hostName: String {
        var text = [CChar](repeating: 0, count: 256)
        // The buffer is as long as told, and ends in a zero whatever the call writes.
        unsafe gethostname(&text, text.count - 1)
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
