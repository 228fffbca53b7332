import CUV
import Glibc

/// Where a loop listens, exactly: what a name stands for may be several addresses.
public struct ListeningAddress: Sendable {
    public let port: UInt16
    fileprivate let address: ListeningSocket.Address
}

/// Opens a socket that listens.
enum ListeningSocket {
    /// Listens where another loop of the process does. Answers the descriptor.
    static func open(beside other: ListeningAddress, host: String) throws(LoopError) -> CInt {
        let descriptor = try bound(to: other.address, sharesPort: true, host, other.port)
        do throws(LoopError) {
            try check(listen(descriptor, 4096), "listen", host, other.port)
        } catch {
            close(descriptor)
            throw error
        }
        return descriptor
    }

    /// Answers the descriptor and where it is.
    static func open(
        host: String, port: UInt16
    ) throws(LoopError) -> (descriptor: CInt, address: ListeningAddress) {
        var failure = LoopError(
            reason: .addressUnknown, call: "getaddrinfo", code: "",
            message: "The address \(host) is not known.")
        for address in try addresses(of: host, port: port) {
            do throws(LoopError) {
                // With SO_REUSEPORT a second server of the same user would get the port without an
                // error, so first see whether it is free for one that does not share.
                if port != 0 {
                    let probe = try bound(to: address, sharesPort: false, host, port)
                    // A port that another shares can be bound to once more, but not listened on.
                    defer { close(probe) }
                    try check(listen(probe, 1), "listen", host, port)
                }
                let descriptor = try bound(to: address, sharesPort: true, host, port)
                do throws(LoopError) {
                    try check(listen(descriptor, 4096), "listen", host, port)
                    return (descriptor, try self.address(of: descriptor, address.family, host))
                } catch {
                    close(descriptor)
                    throw error
                }
            } catch {
                failure = error
            }
        }
        throw failure
    }

    /// An address of the system, copied out of its list.
    fileprivate struct Address: Sendable {
        let family: CInt
        let bytes: [UInt8]
    }

    private static func addresses(of host: String, port: UInt16) throws(LoopError) -> [Address] {
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = livetiming_stream
        unsafe hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
        var list: UnsafeMutablePointer<addrinfo>?
        // The list is freed below, after it has been copied.
        let status = unsafe getaddrinfo(host, String(port), &hints, &list)
        guard status == 0 else {
            throw LoopError(
                reason: .addressUnknown, call: "getaddrinfo",
                code: unsafe String(cString: gai_strerror(status)),
                message: "The address \(host) is not known.")
        }
        defer { unsafe freeaddrinfo(list) }
        var addresses: [Address] = []
        var next = unsafe list
        while let entry = unsafe next {
            let length = unsafe Int(entry.pointee.ai_addrlen)
            // The list has that many bytes at each address.
            let bytes = unsafe [UInt8](
                UnsafeRawBufferPointer(start: entry.pointee.ai_addr, count: length))
            unsafe addresses.append(Address(family: entry.pointee.ai_family, bytes: bytes))
            unsafe next = entry.pointee.ai_next
        }
        return addresses
    }

    private static func bound(
        to address: Address, sharesPort: Bool, _ host: String, _ port: UInt16
    ) throws(LoopError) -> CInt {
        let descriptor = livetiming_stream_socket(address.family)
        try check(descriptor, "socket", host, port)
        var one: CInt = 1
        let size = socklen_t(MemoryLayout<CInt>.size)
        // Each option is a C int.
        unsafe _ = setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, size)
        if sharesPort { unsafe _ = setsockopt(descriptor, SOL_SOCKET, SO_REUSEPORT, &one, size) }
        let status = unsafe address.bytes.withUnsafeBytes { bytes in
            // A socket address as the system gave it, with its own length.
            unsafe bind(
                descriptor, bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self),
                socklen_t(bytes.count))
        }
        do throws(LoopError) {
            try check(status, "bind", host, port)
        } catch {
            close(descriptor)
            throw error
        }
        return descriptor
    }

    private static func address(
        of descriptor: CInt, _ family: CInt, _ host: String
    ) throws(LoopError) -> ListeningAddress {
        var address = sockaddr_in6()
        var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let status = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            // Large enough for both families, whose ports are in the same place.
            unsafe getsockname(
                descriptor, UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: sockaddr.self),
                &length)
        }
        try check(status, "getsockname", host, 0)
        // The call wrote that many bytes.
        let bytes = unsafe withUnsafeBytes(of: &address) { unsafe Array($0.prefix(Int(length))) }
        return ListeningAddress(
            port: UInt16(bigEndian: address.sin6_port),
            address: Address(family: family, bytes: bytes))
    }

    private static func check(
        _ status: CInt, _ call: String, _ host: String, _ port: UInt16
    ) throws(LoopError) {
        guard status < 0 else { return }
        let code = errno
        let place = host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        let (reason, message): (LoopError.Reason, String) =
            switch code {
            case EADDRINUSE:
                (.portInUse, "Another program already listens on \(place).")
            case EACCES, EPERM:
                (.permissionDenied, "This user may not listen on \(place).")
            case EADDRNOTAVAIL, EAFNOSUPPORT:
                (.addressUnavailable, "This machine does not have the address of \(place).")
            default:
                (.systemCallFailed, "Listening on \(place) failed: \(ErrorName.sentence(code)).")
            }
        throw LoopError(reason: reason, call: call, code: ErrorName.of(code), message: message)
    }
}
