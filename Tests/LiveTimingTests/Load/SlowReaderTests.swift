import Testing
import TimingWire

@testable import LiveTiming

@Suite struct SlowReaderTests {
    private let snapshot = """
        {"id":"load","type":"snapshot","track":{"id":"hill"},"epoch":"e","seq":7,"time":1,"banner":null,\
        "sessions":[],"runs":[{"id":"r","place":1,"splits":[]}],"unassigned":[],\
        "bests":{"overall":null,"runners":[]},"standings":[]}
        """
    private let update = Self.update(from: 7)

    private static func update(from base: Int) -> String {
        """
        {"type":"update","track":"hill","epoch":"e","base":\(base),"seq":8,"time":2,\
        "runs":[{"id":"r","place":2,"splits":[]}]}
        """
    }

    private func read(_ texts: [String], inPieces size: Int = .max) -> SlowReader {
        var reader = SlowReader()
        for text in texts { read(text, inPieces: size, &reader) }
        return reader
    }

    private func read(_ text: String, inPieces size: Int = .max, _ reader: inout SlowReader) {
        var rest = Array(text.utf8)[...]
        var isFirst = true
        while !rest.isEmpty {
            let piece = rest.prefix(size)
            rest = rest.dropFirst(size)
            // The array outlives the call.
            unsafe piece.withUnsafeBytes {
                unsafe reader.take($0, isFirst: isFirst, isFinal: rest.isEmpty)
            }
            isFirst = false
        }
    }

    private func board(_ seq: Int64, place: Int64) throws -> BoardDocument {
        try BoardDocument(snapshot: [
            "type": "snapshot", "track": ["id": "hill"], "epoch": "e", "seq": .integer(seq),
            "time": 99, "banner": nil, "sessions": [], "unassigned": [],
            "runs": [["id": "r", "place": .integer(place), "splits": []]],
            "bests": ["overall": nil, "runners": []], "standings": [],
        ])
    }

    @Test(arguments: [1, 7, 100, Int.max])
    func `it shows what it has read, whenever that was made`(size: Int) throws {
        var reader = read([#"{"type":"welcome"}"#, snapshot, update], inPieces: size)
        #expect(reader.seq == 8)
        #expect(try reader.shows(board(8, place: 2)))
        #expect(try !reader.shows(board(8, place: 1)))
        #expect(try !reader.shows(board(7, place: 2)))
        #expect(reader.fault == nil)
    }

    @Test func `a message that has only begun is not read`() throws {
        var reader = read([snapshot])
        // The array outlives the call.
        unsafe Array(update.utf8).withUnsafeBytes {
            unsafe reader.take($0, isFirst: true, isFinal: false)
        }
        #expect(try reader.shows(board(7, place: 1)))
        #expect(reader.seq == 7)
    }

    @Test func `without a snapshot there is no board`() throws {
        var reader = read([update])
        #expect(try !reader.shows(board(8, place: 2)))
    }

    @Test func `what does not follow is told`() throws {
        var reader = read([snapshot, Self.update(from: 8)])
        #expect(try !reader.shows(board(8, place: 2)))
        #expect(reader.fault?.contains("gap") == true)
        reader.lost()
        read(snapshot, &reader)
        #expect(try reader.shows(board(7, place: 1)))
        #expect(reader.fault != nil)
    }
}
