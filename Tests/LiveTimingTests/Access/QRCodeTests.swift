import Testing

@testable import LiveTiming

@Suite("QR code")
struct QRCodeTests {
    @Test(
        "what is drawn in half blocks reads as the text that went in",
        arguments: [
            "http://10.0.0.2:8080/timer#token=abc",
            "http://192.168.178.123:8080/timer#token=Zx8_kQ-w3r5T7y9U1i3O5p",
            "http://timing.paddock.example:65535/timer#token=0123456789abcdefghijkl",
        ])
    func decodable(text: String) throws {
        let code = try #require(QRCode(text))
        let drawn = try DrawnCode(lines: code.lines)
        #expect(drawn.hasFinders)
        #expect(drawn.isErrorLevelLow)
        #expect(try drawn.decoded() == text)
    }

    @Test("each line is as wide as the code and its quiet zone, and keeps its colours to itself")
    func terminal() throws {
        let code = try #require(QRCode("http://10.0.0.2:8080/"))
        for line in code.lines { #expect(line.count == code.width + 8) }
        #expect(code.lines.count == (code.width + 8 + 1) / 2)
        for line in code.terminalText.split(separator: "\n") {
            #expect(line.hasPrefix("\u{1B}[") && line.hasSuffix("\u{1B}[0m"))
        }
    }

    @Test("the picture has a square for each dark module, moved in by the quiet zone")
    func picture() throws {
        let code = try #require(QRCode("http://10.0.0.2:8080/secure"))
        let side = code.width + 8
        #expect(code.svg.contains("viewBox=\"0 0 \(side) \(side)\""))
        for row in 0..<code.width {
            for column in 0..<code.width {
                let square = "M\(column + 4) \(row + 4)h1v1h-1z"
                #expect(code.svg.contains(square) == code.isDark(row: row, column: column))
            }
        }
    }

    @Test("a text that is too long has no code")
    func tooLong() {
        #expect(QRCode(String(repeating: "x", count: 3000)) == nil)
    }
}

/// A reader of undamaged codes of the versions 2 to 5 at the lowest error level, in which the data is
/// one block: what a phone's camera does, without the camera.
private struct DrawnCode {
    /// Without the quiet zone.
    private let modules: [[Bool]]
    private var size: Int { modules.count }

    init(lines: [String]) throws {
        let rows = lines.flatMap { line in
            [line.map { "█▀".contains($0) }, line.map { "█▄".contains($0) }]
        }
        let width = try #require(rows.first).count
        let quiet = 4
        #expect(rows.prefix(quiet).allSatisfy { !$0.contains(true) })
        #expect(rows.dropFirst(width - quiet).allSatisfy { !$0.contains(true) })
        #expect(
            rows.allSatisfy { !$0.prefix(quiet).contains(true) && !$0.suffix(quiet).contains(true) }
        )
        modules = rows[quiet..<width - quiet].map { Array($0[quiet..<width - quiet]) }
    }

    /// The three squares in the corners by which a reader finds the code.
    var hasFinders: Bool {
        [(0, 0), (0, size - 7), (size - 7, 0)].allSatisfy { top, left in
            (0..<7).allSatisfy { row in
                (0..<7).allSatisfy { column in
                    let ring = max(abs(row - 3), abs(column - 3))
                    return modules[top + row][left + column] == (ring != 2)
                }
            }
        }
    }

    var isErrorLevelLow: Bool { modules[8][0] && modules[8][1] }

    func decoded() throws -> String {
        let version = (size - 17) / 4
        try #require((2...5).contains(version))
        var bits = dataBits()[...]
        func take(_ count: Int) -> Int {
            defer { bits = bits.dropFirst(count) }
            return bits.prefix(count).reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
        }
        let byteMode = 0b0100
        #expect(take(4) == byteMode)
        let count = take(8)
        return String(decoding: (0..<count).map { _ in UInt8(take(8)) }, as: UTF8.self)
    }

    /// The bits of the data in their order: in columns of two, up and down from the right.
    private func dataBits() -> [Bool] {
        var bits: [Bool] = []
        var right = size - 1
        var isUpward = true
        while right > 0 {
            if right == 6 { right -= 1 }
            for step in 0..<size {
                let row = isUpward ? size - 1 - step : step
                for column in [right, right - 1] where !isFunction(row, column) {
                    bits.append(modules[row][column] != isMasked(row, column))
                }
            }
            right -= 2
            isUpward.toggle()
        }
        return bits
    }

    private func isFunction(_ row: Int, _ column: Int) -> Bool {
        let top = row < 9
        let left = column < 9
        let isCorner = top && left || top && column >= size - 8 || left && row >= size - 8
        let isAlignment = abs(row - (size - 7)) <= 2 && abs(column - (size - 7)) <= 2
        return isCorner || isAlignment || row == 6 || column == 6
    }

    private func isMasked(_ row: Int, _ column: Int) -> Bool {
        let format = (2...4).reduce(0) { $0 << 1 | (modules[8][$1] ? 1 : 0) }
        let product = row * column
        return switch format ^ 0b101 {
        case 0: (row + column) % 2 == 0
        case 1: row % 2 == 0
        case 2: column % 3 == 0
        case 3: (row + column) % 3 == 0
        case 4: (row / 2 + column / 3) % 2 == 0
        case 5: product % 2 + product % 3 == 0
        case 6: (product % 2 + product % 3) % 2 == 0
        default: ((row + column) % 2 + product % 3) % 2 == 0
        }
    }
}
