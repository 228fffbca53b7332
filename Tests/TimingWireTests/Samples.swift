public import SplitCore

@testable import TimingWire

extension [UInt8] {
    /// The text's UTF-8.
    init(_ text: String) { self = Array(text.utf8) }
}

extension JSONWriter {
    /// What a writer that begins anew holds after this.
    static func bytes(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        write(&writer)
        return writer.bytes
    }

    static func text(_ write: (inout JSONWriter) -> Void) -> String {
        String(decoding: bytes(write), as: UTF8.self)
    }
}

extension Timestamp: ExpressibleByIntegerLiteral {
    public init(integerLiteral value: Int64) { self.init(microseconds: value) }
}

extension TimeSpan: ExpressibleByIntegerLiteral {
    public init(integerLiteral value: Int64) { self.init(microseconds: value) }
}

// What commands and events are made of, at random but within the limits of the wire.
extension Seeded {
    mutating func id<Kind>() -> Identifier<Kind> {
        let letters: [Character] = Array("abcXYZ0189_-")
        let text = String(list(1...64) { letters[$0.count(0...letters.count - 1)] })
        guard let id = Identifier<Kind>(text) else { preconditionFailure("“\(text)” is no id") }
        return id
    }

    /// Text with what escapes, writing directions and planes of Unicode there are; no white space at
    /// its ends.
    mutating func label(_ longest: Int = 12) -> String {
        let pieces = [
            "a", "Z", "7", "é", "ß", "\"", "\\", "/", "日", "ع", "🏁", "e\u{301}", "x\u{2028}x", "’",
        ]
        let text = list(1...longest) { pieces[$0.count(0...pieces.count - 1)] }.joined()
        return String(text.unicodeScalars.prefix(longest - 1)) + "z"
    }

    mutating func at() -> Timestamp { Timestamp(microseconds: int(FieldLimits.instant)) }
    mutating func span() -> TimeSpan { TimeSpan(microseconds: int(FieldLimits.uncertainty)) }

    mutating func shift() -> ClockShift {
        let (one, other) = (at(), at())
        return ClockShift(
            device: id(), span: min(one, other)...max(one, other),
            by: TimeSpan(microseconds: int(FieldLimits.shift)), uncertainty: maybe { $0.span() })
    }

    mutating func checkpoint() -> Checkpoint {
        Checkpoint(id: id(), name: label(), minimumSegment: span())
    }

    mutating func checkpoints() -> [Checkpoint] {
        var seen: Set<CheckpointID> = []
        return list(1...4) { $0.checkpoint() }.filter { seen.insert($0.id).inserted }
    }

    mutating func rounding() -> Rounding { Rounding(digits: count(0...6), direction: choice()) }

    mutating func track() -> TrackDefinition {
        TrackDefinition(
            name: label(), checkpoints: checkpoints(), laps: count(0...100_000), start: choice(),
            firstLap: choice(), rank: choice(), rounding: rounding(), scope: choice())
    }

    mutating func trackEdit() -> TrackEdit {
        TrackEdit(
            name: maybe { $0.label() }, checkpoints: maybe { $0.checkpoints() },
            laps: maybe { $0.count(0...9) }, start: maybe { $0.choice() },
            firstLap: maybe { $0.choice() }, rank: maybe { $0.choice() },
            rounding: maybe { $0.rounding() }, scope: maybe { $0.choice() })
    }

    mutating func limit() -> Limit {
        chance()
            ? .laps(count(1...100_000))
            : .time(
                TimeSpan(microseconds: int(FieldLimits.limitTime)), plusLaps: count(0...100))
    }

    mutating func draft() -> SessionDraft {
        SessionDraft(
            name: maybe { $0.label() }, rank: maybe { $0.choice() }, counts: choice(),
            limit: maybe { $0.limit() }, finish: choice(), ties: choice(),
            scope: maybe { $0.choice() }, clock: choice())
    }

    mutating func session() -> SessionDefinition {
        SessionDefinition(
            name: label(), rank: choice(), counts: choice(), limit: maybe { $0.limit() },
            finish: choice(), ties: choice(), scope: maybe { $0.choice() }, clock: choice())
    }

    mutating func sessionEdit() -> SessionEdit {
        SessionEdit(
            name: maybe { $0.label() }, rank: maybe { $0.choice() }, counts: maybe { $0.choice() },
            limit: maybe { $0.chance() ? .none : .to($0.limit()) }, finish: maybe { $0.choice() },
            ties: maybe { $0.choice() }, scope: maybe { $0.choice() },
            clock: maybe { $0.choice() }, flag: maybe { ShownFlag($0.choice(), at: $0.at()) })
    }

    mutating func entry() -> Entry {
        Entry(
            runner: id(), session: maybe { $0.id() }, number: maybe { $0.label() },
            category: maybe { $0.label() }, team: maybe { $0.label() },
            transponders: list(0...3) { $0.label() })
    }

    mutating func origin() -> RunOrigin {
        chance() ? .start(id()) : .at(at(), uncertainty: span())
    }

    mutating func startRun() -> StartRun {
        StartRun(
            runner: id(), number: maybe { $0.label() }, session: maybe { $0.id() },
            origin: origin(), revision: maybe { $0.count(1...99) })
    }

    mutating func namedStart() -> NamedStart {
        NamedStart(
            runnerName: label(), number: maybe { $0.label() }, session: maybe { $0.id() },
            origin: origin(), revision: maybe { $0.count(1...99) })
    }

    mutating func split() -> SplitCapture {
        let subjects: [Subject?] = [
            nil, .run(id()), .runner(id()), .number(label()), .transponder(label()),
        ]
        return SplitCapture(
            id: id(), subject: subjects[count(0...4)], checkpoint: maybe { $0.id() }, at: at(),
            uncertainty: span(), method: choice(),
            reading: maybe { $0.int(Int64.min...Int64.max) })
    }

    mutating func runEdit() -> RunEdit {
        RunEdit(
            runner: maybe { $0.id() }, number: maybe { $0.label() }, session: maybe { $0.id() },
            origin: maybe { $0.origin() })
    }

    mutating func assignment() -> Assignment {
        Assignment(
            run: maybe { $0.id() }, checkpoint: maybe { $0.id() }, lap: maybe { $0.count(0...9) })
    }

    mutating func runner() -> Runner {
        Runner(id: id(), name: label(), aliases: list(0...3) { $0.label() })
    }
}
