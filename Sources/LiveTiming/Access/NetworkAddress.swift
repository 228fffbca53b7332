internal import Glibc

/// How other machines in the network reach this one.
enum NetworkAddress {
    /// The IPv4 address of an interface that is up, if possible a private one, as that of a local
    /// network is; nil where the machine has none but the loopback.
    static func ofThisMachine() -> String? {
        preferred(among: interfaces(AF_INET))
    }

    /// Bridges and tunnels of containers and virtual machines lead nowhere from outside.
    static func preferred(among interfaces: [(name: String, address: String)]) -> String? {
        let virtual = ["docker", "br-", "veth", "virbr", "cni", "flannel", "tun", "tap", "wg"]
        let outside = interfaces.filter { interface in
            !virtual.contains { interface.name.hasPrefix($0) }
        }
        return (outside.first { isPrivate($0.address) } ?? outside.first)?.address
    }

    private static func isPrivate(_ address: String) -> Bool {
        let parts = address.split(separator: ".").compactMap { Int($0) }
        guard parts.count == 4 else { return false }
        return switch (parts[0], parts[1]) {
        case (10, _), (192, 168), (172, 16...31): true
        default: false
        }
    }

    /// Every address of the interfaces that are up, but the loopback's and those that hold on one link
    /// only.
    static func all() -> [String] {
        (interfaces(AF_INET) + interfaces(AF_INET6)).map(\.address).filter { !$0.contains("%") }
    }

    private static func interfaces(_ family: Int32) -> [(name: String, address: String)] {
        var first: UnsafeMutablePointer<ifaddrs>?
        // The list is ours until it is freed at the end of this function.
        guard unsafe getifaddrs(&first) == 0 else { return [] }
        defer { unsafe freeifaddrs(first) }
        var found: [(name: String, address: String)] = []
        var next = unsafe first
        while let interface = unsafe next?.pointee {
            unsafe next = interface.ifa_next
            let flags = unsafe Int32(bitPattern: interface.ifa_flags)
            guard flags & Int32(IFF_UP) != 0, flags & Int32(IFF_LOOPBACK) == 0,
                let address = unsafe interface.ifa_addr,
                unsafe address.pointee.sa_family == sa_family_t(family)
            else { continue }
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let size =
                family == AF_INET
                ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size
            // The address is as long as its family says, and the buffer as long as told.
            let status = unsafe getnameinfo(
                address, socklen_t(size), &text, socklen_t(text.count),
                nil, 0, NI_NUMERICHOST)
            guard status == 0 else { continue }
            let digits = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            found.append(
                (
                    name: unsafe String(cString: interface.ifa_name),  // ends in a zero
                    address: String(decoding: digits, as: UTF8.self)
                ))
        }
        return found
    }
}
