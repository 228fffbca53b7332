internal import CQRencode
internal import Glibc

/// A text as a QR code.
struct QRCode: Equatable, Sendable {
    /// Modules a side.
    let width: Int
    /// Row by row; true is dark.
    private let modules: [Bool]

    /// Nil where the text doesn't fit.
    init?(_ text: String) {
        // The text outlives the call, which answers memory that is ours to free.
        guard let code = unsafe QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L) else {
            return nil
        }
        defer { unsafe QRcode_free(code) }
        let width = unsafe Int(code.pointee.width)
        let data = unsafe code.pointee.data
        self.width = width
        // The data has a byte for each module, with its colour in the lowest bit.
        modules = (0..<width * width).map { unsafe data.unsafelyUnwrapped[$0] & 1 == 1 }
    }

    /// Light outside of the code.
    func isDark(row: Int, column: Int) -> Bool {
        let inside = 0..<width
        return inside.contains(row) && inside.contains(column) && modules[row * width + column]
    }

    /// Two rows of modules a line, in half blocks, with the quiet zone that readers need around it.
    var lines: [String] {
        let quietZone = 4
        let span = -quietZone..<width + quietZone
        return stride(from: span.lowerBound, to: span.upperBound, by: 2).map { row in
            span.map { column in
                switch (isDark(row: row, column: column), isDark(row: row + 1, column: column)) {
                case (true, true): "█"
                case (true, false): "▀"
                case (false, true): "▄"
                case (false, false): " "
                }
            }.joined()
        }
    }

    /// A picture in black on white, with the quiet zone.
    var svg: String {
        let quietZone = 4
        let side = width + 2 * quietZone
        let squares = (0..<width).flatMap { row in
            (0..<width).filter { isDark(row: row, column: $0) }
                .map { "M\($0 + quietZone) \(row + quietZone)h1v1h-1z" }
        }
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(side) \(side)\" "
            + "shape-rendering=\"crispEdges\"><path fill=\"#fff\" d=\"M0 0h\(side)v\(side)H0z\"/>"
            + "<path d=\"\(squares.joined())\"/></svg>"
    }

    /// The lines in black on white, whatever the colours of the terminal.
    var terminalText: String {
        let blackOnWhite = "\u{1B}[38;5;16;48;5;231m"
        let reset = "\u{1B}[0m"
        return lines.map { "\(blackOnWhite)\($0)\(reset)\n" }.joined()
    }
}
