import Testing

@testable import LiveTiming

@Suite("Slug")
struct SlugTests {
    @Test(
        "words become an identifier that can be read",
        arguments: [
            ("Brands Hatch", "brands-hatch"), ("  --A  b--", "a-b"),
            ("Nürburgring", "nuerburgring"),
            ("42", "42"), ("A.J. Foyt's", "a-j-foyt-s"),
        ])
    func words(text: String, expected: String) {
        #expect(slug(text) == expected)
    }

    @Test("letters that are lost don't make different names the same")
    func lossy() {
        let names = ["鈴鹿", "富士", "富士 2", "鈴鹿 2", "", "!", "Москва", "🏁"]
        let slugs = names.map { slug($0) }
        #expect(Set(slugs).count == names.count)
        for slug in slugs { #expect((1...64).contains(slug.utf8.count)) }
    }

    @Test("a long name is cut to 64 characters and stays apart from others that begin like it")
    func long() {
        let name = String(repeating: "very long ", count: 20)
        #expect(slug(name).utf8.count == 64)
        #expect(slug(name) != slug(name + "x"))
        #expect(slug(String(repeating: "a", count: 64)) == String(repeating: "a", count: 64))
    }
}
