import Glibc

/// What a server is reached by, as a certificate names it.
public enum HostName: Hashable, Sendable {
    /// In lower case.
    case name(String)
    case address(String)

    /// Nil for what is neither a name of the DNS nor an address.
    public init?(_ text: String) {
        if Self.isAddress(text, AF_INET) || Self.isAddress(text, AF_INET6) {
            self = .address(text)
            return
        }
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        let isName = labels.allSatisfy { label in
            (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
                && label.utf8.allSatisfy(Self.isAllowed)
        }
        // A last label of digits only would be taken for an address by browsers.
        let isNumeric = labels.last?.utf8.allSatisfy { (48...57).contains($0) } == true
        guard isName, !isNumeric, text.utf8.count <= 253 else { return nil }
        self = .name(text.lowercased())
    }

    public var text: String {
        switch self {
        case .name(let text), .address(let text): text
        }
    }

    private static func isAddress(_ text: String, _ family: CInt) -> Bool {
        var address = in6_addr()
        // Has room for either family.
        return unsafe inet_pton(family, text, &address) == 1
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
