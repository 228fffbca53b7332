import Journal
import SplitCore
import TimingWire

/// Checks a journal without writing to it: the file, the logs, and whether the tables of the history
/// are what follows from the logs, as `Rebuild` computes it.
///
/// All of it is read from one state of the journal, so that a server may write meanwhile.
struct Verification {
    /// What is wrong, one sentence each.
    private(set) var findings: [String] = []
    private(set) var tracks = 0
    private(set) var events: Int64 = 0

    init(_ history: History, mergeWindow: TimeSpan) throws {
        do {
            try history.snapshot { () throws(JournalError) in
                Result { try check(history, Derivation(mergeWindow: mergeWindow)) }
            }.get()
        } catch JournalError.sqlite(let failure) where failure.isDamage && !findings.isEmpty {
            // Even the end of a snapshot takes the schema, which may be what is damaged.
        }
    }

    private mutating func check(_ history: History, _ derivation: Derivation) throws {
        let faults = try history.verify()
        findings += faults.map(\.description)
        // What a damaged file says of the rest is not worth reading.
        if faults.contains(where: \.isDamage) { return }
        let heads = try history.heads()
        tracks = heads.count { !$0.track.isEmpty }
        events = heads.reduce(0) { $0 + $1.seq }
        if try derivation.differs(from: history) {
            findings.append(
                "the tables were not computed by the rules in force (\(derivation)); "
                    + "a start of the server computes them anew")
        }
        do {
            findings += try Rebuild(history, mergeWindow: derivation.mergeWindow).differences
        } catch LoadError.unreadable {
            // What would follow from such a log nobody knows: all such events instead of the first.
            for head in heads { try checkEvents(of: head.track, history) }
        }
    }

    /// Whether each event can be read.
    private mutating func checkEvents(of track: String, _ history: History) throws {
        guard track.isEmpty || TrackID(track) != nil else {
            return findings.append("the log of track \(track) has a name that no track can have")
        }
        var found: [String] = []
        try history.forEachEvent(of: track) { row in
            do {
                if track.isEmpty {
                    _ = try RunnerCodec.decode(LogBody(row))
                } else {
                    _ = try LoggedEvent(row)
                }
            } catch {
                found.append("\(LoadError.unreadable(track: track, seq: row.seq))")
            }
            return true
        }
        findings += found
    }
}

extension IntegrityFault {
    fileprivate var isDamage: Bool {
        if case .damaged = self { true } else { false }
    }
}
