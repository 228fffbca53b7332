import Foundation
import Testing

@testable import TimingWire

@Suite struct JSONReaderTests {
    @Test(
        "Values are read as what they are",
        arguments: [
            ("null", nil), ("true", true), (" false\r\n\t", false), ("0", 0), ("-0", 0),
            ("-17", -17),
            ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
            ("1.50", .number("1.50")), ("-0.0", .number("-0.0")), ("1E+2", .number("1E+2")),
            ("1e308", .number("1e308")), ("5e-400", .number("5e-400")),
            ("\"\"", ""), ("[]", []), ("{}", [:]), ("[1,[2]]", [1, [2]]),
            ("{\"b\":1,\"a\":{\"c\":null}}", ["b": 1, "a": ["c": nil]]),
            (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
            (#""\u0041\u00e9\u65E5""#, "Aé日"), (#""\ud83c\udfc1""#, "🏁"), ("\"🏁é\"", "🏁é"),
            (#""a\u0000b""#, "a\u{0}b"), ("\"\u{7f}\"", "\u{7f}"),
            ("\"\u{10FFFF}\u{800}\u{FFFF}\"", "\u{10FFFF}\u{800}\u{FFFF}"),
        ] as [(String, JSON)])
    func value(text: String, value: JSON) throws {
        #expect(try JSONReader.read([UInt8](text)) == value)
    }

    @Test(
        "What is not JSON is refused, with the byte at fault",
        arguments: [
            ("", .unexpectedEnd, 0), ("  ", .unexpectedEnd, 2), ("[1", .unexpectedEnd, 2),
            ("{\"a\"", .unexpectedEnd, 4), ("\"a", .unexpectedEnd, 2), ("tru", .unexpectedEnd, 3),
            ("\"\\u12", .unexpectedEnd, 5), ("-", .unexpectedEnd, 1), ("1.", .unexpectedEnd, 2),
            ("1e", .unexpectedEnd, 2),
            ("nul!", .unexpectedByte(UInt8(ascii: "!")), 3),
            ("[1,]", .unexpectedByte(UInt8(ascii: "]")), 3),
            ("[1 2]", .unexpectedByte(UInt8(ascii: "2")), 3),
            ("{,}", .unexpectedByte(UInt8(ascii: ",")), 1),
            ("{\"a\":1,}", .unexpectedByte(UInt8(ascii: "}")), 7),
            ("{a:1}", .unexpectedByte(UInt8(ascii: "a")), 1),
            ("{\"a\" 1}", .unexpectedByte(UInt8(ascii: "1")), 5),
            ("'a'", .unexpectedByte(UInt8(ascii: "'")), 0), ("+1", .unexpectedByte(43), 0),
            ("NaN", .unexpectedByte(UInt8(ascii: "N")), 0), (".5", .unexpectedByte(46), 0),
            ("\u{FEFF}1", .unexpectedByte(0xEF), 0), ("\u{0}", .unexpectedByte(0), 0),
            ("1 1", .trailingBytes, 2), ("{}\u{0}", .trailingBytes, 2),
            ("1\u{A0}", .trailingBytes, 1),
            ("01", .invalidNumber, 0), ("-01", .invalidNumber, 1), ("1.x", .invalidNumber, 2),
            ("1e+x", .invalidNumber, 3), ("-x", .invalidNumber, 1),
            ("9223372036854775808", .numberTooLarge, 0), ("[1e400]", .numberTooLarge, 1),
            ("-1e999999999", .numberTooLarge, 0),
            ("\"a\nb\"", .controlCharacter(10), 2), ("\"\u{0}\"", .controlCharacter(0), 1),
            (#""\x""#, .invalidEscape, 1), (#""\u12G4""#, .invalidEscape, 5),
            (#""\ud83c""#, .loneSurrogate, 1), (#""\ud83cx""#, .loneSurrogate, 1),
            (#""ab\udfc1""#, .loneSurrogate, 3), (#""\ud83c\u0041""#, .loneSurrogate, 1),
            (#""\ud83c\ud83c""#, .loneSurrogate, 1),
            ("{\"a\":1,\"b\":2,\"a\":3}", .duplicateKey("a"), 13),
            (#"{"a":1,"\u0061":2}"#, .duplicateKey("a"), 7),
        ] as [(String, JSONError.Reason, Int)])
    func refused(text: String, reason: JSONError.Reason, offset: Int) {
        #expect(throws: JSONError(reason, at: offset)) { try JSONReader.read([UInt8](text)) }
    }

    @Test(
        "Bytes that are not UTF-8 are refused where the character begins",
        arguments: [
            [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xC3, 0x28],
            [0xE0, 0x9F, 0xBF], [0xE2, 0x82, 0x28], [0xED, 0xA0, 0x80], [0xF0, 0x8F, 0xBF, 0xBF],
            [0xF0, 0x9F, 0x8F, 0x28], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF],
        ] as [[UInt8]])
    func invalidUTF8(bytes: [UInt8]) {
        let quote = UInt8(ascii: "\"")
        #expect(throws: JSONError(.invalidUTF8, at: 2)) {
            try JSONReader.read([quote, UInt8(ascii: "a")] + bytes + [quote])
        }
    }

    @Test("Nesting as deep as allowed is read, one deeper is refused")
    func depth() throws {
        func nested(_ depth: Int) -> [UInt8] {
            [UInt8](
                String(repeating: "[", count: depth) + String(repeating: "]", count: depth))
        }
        _ = try JSONReader.read(nested(32))
        #expect(throws: JSONError(.tooDeep, at: 32)) { try JSONReader.read(nested(33)) }
        #expect(throws: JSONError(.tooDeep, at: 32)) {
            try JSONReader.read([UInt8](repeating: UInt8(ascii: "["), count: 1_000_000))
        }
    }

    @Test("A key that comes twice is found also among very many, and at once")
    func manyKeys() throws {
        let members = (0..<20_000).map { "\"k\($0)\":\($0)" }
        let text = "{" + members.joined(separator: ",") + ",\"k7\":0}"
        #expect(throws: JSONError.self) { try JSONReader.read([UInt8](text)) }
        let unique = "{" + members.joined(separator: ",") + "}"
        #expect(try JSONReader.read([UInt8](unique)).object?.members.count == 20_000)
    }

    @Test(
        "A text is whole, whatever stands before and after its escapes",
        arguments: [
            (#""\n""#, "\n"), (#""\na""#, "\na"), (#""a\n""#, "a\n"), (#""a\n\tb""#, "a\n\tb"),
            (#""é\u00e9日\ud83c\udfc1x""#, "éé日🏁x"), (#""e\u0301""#, "e\u{301}"),
            ("\"fifteen letters\"", "fifteen letters"),
            ("\"sixteen letters!\"", "sixteen letters!"),
            (#""sixteen\u0020letters and more""#, "sixteen letters and more"),
        ])
    func escapes(text: String, value: String) throws {
        let read = try #require(try JSONReader.read([UInt8](text)).string)
        #expect(Array(read.utf8) == Array(value.utf8))
    }

    @Test(
        "An integer is held to its last digit, or refused",
        arguments: [
            ("9223372036854775806", 9_223_372_036_854_775_806),
            ("-9223372036854775807", -9_223_372_036_854_775_807),
            ("1000000000000000000", 1_000_000_000_000_000_000), ("-1", -1),
            ("-9223372036854775809", nil), ("9223372036854775810", nil),
            ("18446744073709551616", nil), ("-18446744073709551616", nil),
            ("100000000000000000000", nil), ("99999999999999999999999999999999999999999", nil),
        ] as [(String, Int64?)])
    func integers(text: String, value: Int64?) {
        guard let value else {
            #expect(throws: JSONError(.numberTooLarge, at: 0)) {
                try JSONReader.read([UInt8](text))
            }
            return
        }
        #expect((try? JSONReader.read([UInt8](text))) == .integer(value))
    }

    @Test("A key that comes twice is found among few and among many members", arguments: 1...40)
    func duplicateKeys(count: Int) throws {
        let members = (0..<count).map { "\"k\($0)\":0" }.joined(separator: ",")
        #expect(try JSONReader.read([UInt8]("{\(members)}")).object?.members.count == count)
        for key in [0, count - 1] {
            let text = "{\(members),\"k\(key)\":1}"
            #expect(throws: JSONError(.duplicateKey("k\(key)"), at: members.utf8.count + 2)) {
                try JSONReader.read([UInt8](text))
            }
        }
    }

    @Test("Keys are the same however their accents are composed, and may be empty")
    func sameKeys() throws {
        #expect(throws: JSONError(.duplicateKey("é"), at: 8)) {
            try JSONReader.read([UInt8]("{\"é\":1,\"e\u{301}\":2}".utf8))
        }
        #expect(try JSONReader.read([UInt8](#"{"":1}"#))[""] == 1)
        #expect(throws: JSONError(.duplicateKey(""), at: 6)) {
            try JSONReader.read([UInt8](#"{"":1,"":2}"#))
        }
    }

    @Test("No bytes crash the reader, and what it takes Foundation takes too", arguments: 0..<40)
    func fuzzed(seed: UInt64) throws {
        var random = Seeded(seed)
        let sample = [UInt8](#"{"type":"x","a":[1,-2.5e3,true,null],"b":{"c":"é\n\ud83c\udfc1"}}"#)
        for _ in 0..<200 {
            var bytes = sample
            for _ in 0..<random.count(1...3) {
                bytes[random.count(0...bytes.count - 1)] = UInt8(random.count(0...255))
            }
            guard (try? JSONReader.read(bytes)) != nil else { continue }
            #expect(
                (try? JSONSerialization.jsonObject(
                    with: Data(bytes), options: .fragmentsAllowed)) != nil,
                "seed \(seed): \(String(decoding: bytes, as: UTF8.self))")
        }
    }
}
