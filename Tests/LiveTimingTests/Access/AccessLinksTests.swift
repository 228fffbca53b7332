import SplitCore
import Testing

@testable import LiveTiming

@Suite("Access links")
struct AccessLinksTests {
    private let tokens: [Role: AccessToken] = [
        .timer: AccessToken(text: "T1"), .control: AccessToken(text: "C1"),
    ]

    @Test(
        "the links name what can be reached from elsewhere",
        arguments: [
            ("0.0.0.0", "192.168.1.5", "http://192.168.1.5:8080"),
            ("0.0.0.0", nil, "http://localhost:8080"),
            ("::", "10.0.0.2", "http://10.0.0.2:8080"),
            ("::1", "10.0.0.2", "http://[::1]:8080"),
            ("timing.example", "10.0.0.2", "http://timing.example:8080"),
        ])
    func hosts(host: String, address: String?, base: String) {
        let links = AccessLinks(host: host, port: 8080, tokens: tokens, address: address)
        #expect(links.spectators == "\(base)/")
        #expect(links.securePage == "\(base)/secure")
        #expect(links.timer == "\(base)/timer#token=T1")
        #expect(links.control == "\(base)/control#token=C1")
    }

    @Test("only a terminal is shown a code to scan, and only with a token")
    func code() {
        let links = AccessLinks(host: "::1", port: 1, tokens: tokens, address: nil)
        #expect(links.text(forTerminal: false).split(separator: "\n").count == 3)
        #expect(!links.text(forTerminal: false).contains("\u{1B}"))
        #expect(links.text(forTerminal: true).contains("█"))
        let without = AccessLinks(host: "::1", port: 1, tokens: [:], address: nil)
        #expect(!without.text(forTerminal: true).contains("█"))
    }

    @Test("a private address of a real interface comes first")
    func addresses() {
        #expect(NetworkAddress.preferred(among: []) == nil)
        #expect(NetworkAddress.preferred(among: [("docker0", "172.17.0.1")]) == nil)
        #expect(
            NetworkAddress.preferred(
                among: [
                    ("docker0", "172.17.0.1"), ("eth0", "203.0.113.9"), ("wlan0", "172.31.4.2"),
                ]) == "172.31.4.2")
        #expect(
            NetworkAddress.preferred(among: [("eth0", "172.32.0.1"), ("eth1", "8.8.8.8")])
                == "172.32.0.1")
    }

    @Test("the address of this machine, if it has one, is in four parts and no loopback")
    func thisMachine() {
        guard let address = NetworkAddress.ofThisMachine() else { return }
        #expect(address.split(separator: ".").compactMap { UInt8($0) }.count == 4)
        #expect(!address.hasPrefix("127."))
    }
}
