import Foundation
import Testing

@testable import TimingWire

@Suite struct JSONWriterTests {
    @Test("Commas and colons stand where they belong")
    func structure() {
        let text = JSONWriter.text { writer in
            writer.beginObject()
            writer.field("a", 1)
            writer.key("b")
            writer.beginArray()
            writer.bool(true)
            writer.null()
            writer.beginObject()
            writer.endObject()
            writer.beginArray()
            writer.endArray()
            writer.endArray()
            writer.field("c", "x")
            writer.field("d", ifAny: Int?.none)
            writer.field("e", Int?.none)
            writer.endObject()
        }
        #expect(text == #"{"a":1,"b":[true,null,{},[]],"c":"x","e":null}"#)
    }

    @Test(
        "Integers are written to the last digit",
        arguments: [0, 1, -1, 9, 10, -10, 1_796_000_000_123_456, Int64.max, Int64.min])
    func integers(value: Int64) {
        #expect(JSONWriter.text { $0.integer(value) } == String(value))
    }

    @Test(
        "Strings are escaped where they must be, and only there",
        arguments: [
            ("", #""""#), ("plain é 🏁 \u{7f} /", "\"plain é 🏁 \u{7f} /\""),
            ("a\"b\\c", #""a\"b\\c""#), ("\n\r\t", #""\n\r\t""#),
            ("\u{0}\u{8}\u{1f}", #""\u0000\u0008\u001f""#),
        ])
    func strings(text: String, json: String) {
        #expect(JSONWriter.text { $0.string(text) } == json)
    }

    @Test("A prefix stays, also when the buffer is used again, and its memory too")
    func prefix() {
        var writer = JSONWriter(prefix: [1, 2, 3])
        for _ in 0..<3 {
            writer.beginArray()
            writer.integer(7)
            writer.endArray()
            #expect(writer.bytes == [1, 2, 3] + Array("[7]".utf8))
            let capacity = writer.bytes.capacity
            writer.reset(keeping: 3)
            #expect(writer.bytes == [1, 2, 3])
            #expect(writer.bytes.capacity == capacity)
        }
    }

    @Test("Writing and reading any value is identity, and Foundation reads it", arguments: 0..<50)
    func identity(seed: UInt64) throws {
        var random = Seeded(seed)
        let value = random.json(depth: 4)
        let bytes = JSONWriter.bytes { $0.json(value) }
        #expect(try JSONReader.read(bytes) == value, "seed \(seed)")
        _ = try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
    }

    @Test("The digest of an object is the hash of its sorted text", arguments: 0..<50)
    func digest(seed: UInt64) {
        var random = Seeded(seed)
        var object = JSON.Object()
        for _ in 0..<random.count(0...20) { object[random.label()] = random.json(depth: 4) }
        let text = JSONWriter.bytes { $0.json(JSON.object(object).sorted) }
        #expect(CommandDigest(of: object) == CommandDigest(hashing: text), "seed \(seed)")
    }
}

extension Seeded {
    fileprivate mutating func json(depth: Int) -> JSON {
        switch count(0...(depth > 0 ? 7 : 4)) {
        case 0: return .null
        case 1: return .bool(chance())
        case 2: return .integer(int(Int64.min...Int64.max))
        case 3: return .number("\(count(-9...9)).\(count(0...99))e\(count(-20...20))")
        case 4: return .string(label() + (chance() ? "\u{0}\n\t" : ""))
        case 5, 6: return .array(list(0...5) { $0.json(depth: depth - 1) })
        default:
            var object = JSON.Object()
            for _ in 0..<count(0...20) { object[label()] = json(depth: depth - 1) }
            return .object(object)
        }
    }
}
