import Testing
import TimingWire

@Suite("Nearest name")
struct NearestNameTests {
    @Test(
        "the distance counts insertions, removals, replacements and swaps",
        arguments: [
            ("", "", 0), ("port", "port", 0), ("", "abc", 3), ("port", "prot", 1),
            ("host", "hots", 1), ("kitten", "sitting", 3), ("data", "date", 1), ("abc", "", 3),
        ])
    func distance(from: String, to: String, distance: Int) {
        #expect(editDistance(Array(from), Array(to)) == distance)
        #expect(editDistance(Array(to), Array(from)) == distance)
    }

    @Test("a name that is like none has no nearest one")
    func nothingNear() {
        #expect(nearestName(to: "quux", in: ["serve", "version"]) == nil)
        #expect(nearestName(to: "SERV", in: ["serve", "version"]) == "serve")
        #expect(nearestName(to: "x", in: ["ab"]) == nil)
    }
}
