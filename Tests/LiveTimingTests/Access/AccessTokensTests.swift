import FoundationEssentials
import SplitCore
import Testing

@testable import LiveTiming

@Suite("Access tokens")
struct AccessTokensTests {
    /// What a journal keeps, and the directory beside it, gone when the test is over.
    private final class Place {
        let directory: String
        var hashes: [Role: [UInt8]] = [:]
        var stores = 0

        init() throws {
            directory =
                FileManager.default.temporaryDirectory
                .appending(path: "access-\(UUID().uuidString)").path
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: false)
        }

        deinit { try? FileManager.default.removeItem(atPath: directory) }

        func load() throws(AccessError) -> AccessTokens {
            try AccessTokens.load(
                directory: directory,
                storedHash: { self.hashes[$0] },
                storeHash: {
                    self.hashes[$0] = $1
                    self.stores += 1
                })
        }

        func path(_ role: Role) -> String { "\(directory)/\(role.rawValue)-token" }

        func write(_ text: String, _ role: Role) throws {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path(role)))
        }
    }

    @Test("the first start makes a token for each role that only the owner may read")
    func firstStart() throws {
        let place = try Place()
        let tokens = try place.load()
        for role in [Role.timer, .control] {
            let text = try #require(tokens.readable[role]?.text)
            #expect(text.count == 22)
            #expect(tokens.role(forToken: text) == role)
            let attributes = try FileManager.default.attributesOfItem(atPath: place.path(role))
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            let file = try Data(contentsOf: URL(fileURLWithPath: place.path(role)))
            #expect(String(decoding: file, as: UTF8.self) == "\(text)\n")
        }
        #expect(tokens.readable[.timer] != tokens.readable[.control])
        #expect(place.hashes.count == 2)
        let names = try FileManager.default.contentsOfDirectory(atPath: place.directory)
        #expect(names.sorted() == ["control-token", "timer-token"])
    }

    @Test("later starts keep the tokens and store nothing")
    func laterStart() throws {
        let place = try Place()
        let first = try place.load()
        let second = try place.load()
        #expect(first.readable == second.readable)
        #expect(place.stores == 2)
    }

    @Test("a token that was taken from the directory stays in force and is not made anew")
    func takenAway() throws {
        let place = try Place()
        let text = try #require(try place.load().readable[.control]?.text)
        try FileManager.default.removeItem(atPath: place.path(.control))
        let tokens = try place.load()
        #expect(tokens.readable[.control] == nil)
        #expect(tokens.role(forToken: text) == .control)
        #expect(!FileManager.default.fileExists(atPath: place.path(.control)))
    }

    @Test("another token in the file takes the place of the old one")
    func rotated() throws {
        let place = try Place()
        let old = try #require(try place.load().readable[.timer]?.text)
        try place.write("a-token-of-my-own-choice", .timer)
        let tokens = try place.load()
        #expect(tokens.role(forToken: old) == nil)
        #expect(tokens.role(forToken: "a-token-of-my-own-choice") == .timer)
        try FileManager.default.removeItem(atPath: place.path(.timer))
        #expect(try place.load().role(forToken: "a-token-of-my-own-choice") == .timer)
    }

    @Test("a start that was cut short before the hash was stored loses nothing")
    func cutShort() throws {
        let place = try Place()
        let first = try place.load()
        place.hashes = [:]
        try Data("half".utf8).write(to: URL(fileURLWithPath: place.path(.timer) + ".new"))
        #expect(try place.load().readable == first.readable)
        #expect(place.hashes.count == 2)
    }

    @Test(
        "what is no token gives no role",
        arguments: [
            "", " ", "x", String(repeating: "A", count: 22), String(repeating: "A", count: 100_000),
        ])
    func noRole(text: String) throws {
        #expect(try Place().load().role(forToken: text) == nil)
    }

    @Test(
        "a file without a token of sufficient length is refused, not replaced",
        arguments: [
            "", "\n", "short", "two lines of\nsomething", "has spaces in it, alas",
            String(repeating: "a", count: 600),
        ])
    func unusableFile(contents: String) throws {
        let place = try Place()
        try place.write(contents, .timer)
        #expect(throws: AccessError.unusableToken(path: place.path(.timer))) { try place.load() }
    }

    @Test("a directory that is missing is told with the call that failed")
    func missingDirectory() throws {
        let place = try Place()
        try FileManager.default.removeItem(atPath: place.directory)
        let error = #expect(throws: AccessError.self) { try place.load() }
        #expect(try #require(error).description.contains("No such file or directory"))
    }

    @Test("each role may what those before it may")
    func order() {
        #expect(Role.spectator < .timer)
        #expect(Role.timer < .control)
    }

    @Test("a token is hashed as BLAKE2b with 256 bits")
    func hash() {
        // b2sum --length=256 of "abc"
        let expected = "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319"
        let hash = AccessToken(text: "abc").hash
        #expect(hash.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == expected)
        #expect(AccessToken(text: "abc").matches(hash))
        #expect(!AccessToken(text: "abd").matches(hash))
        #expect(!AccessToken(text: "abc").matches(Array(hash.dropLast())))
        #expect(!AccessToken(text: "").matches([]))
    }
}
