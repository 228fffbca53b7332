import Testing

@testable import LiveTiming

@Suite struct LocalPortsTests {
    @Test func `each port has its turn`() {
        var ports = LocalPorts("50000\t50004\n")
        #expect(ports.range == 50000...50004)
        let taken = (0..<5).map { _ in ports.next() }
        #expect(Set(taken) == Set(50000...50004))
        #expect(ports.next() == taken[0])
    }

    @Test func `the last port there is, is one of them`() {
        var ports = LocalPorts("65535 65535")
        #expect([ports.next(), ports.next()] == [65535, 65535])
    }

    @Test(arguments: ["", "50000", "0 9", "9 8", "a b", "40000 70000"])
    func `what is no range is not believed`(setting: String) {
        #expect(LocalPorts(setting).range == 32768...60999)
    }
}
