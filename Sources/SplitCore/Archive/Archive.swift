/// What the state of a track knows of its runs that are not in memory.
///
/// A run that ended long ago is let go of: what it put into the chains of bests stays, and its events
/// are in the log. Whatever an event could touch of such a run is noted as missing; then the event is
/// applied anew, to the state as it was before, once that is in memory again.
struct Archive: Sendable {
    /// Everything that is not in memory lies at or before this instant. Nil: all is in memory.
    var through: Timestamp?
    /// What was looked for on behalf of the event in hand, and is in memory if it is anywhere.
    var consulted: Set<Reference> = []
    /// What the events would have had to look at that may be in the archive.
    var missing: Set<Reference> = []

    /// While runs are restored nothing that they pass through reaches the bests.
    var isRestoring = false

    /// What was touched by the event in hand, as it was before.
    var captures: [CaptureID: Resolution?] = [:]
    var runs: [RunID: Listing?] = [:]

    /// Which run a capture was of.
    struct Resolution {
        var subject: Subject?
        var at: Timestamp
        var run: RunID?
        var startedAt: Timestamp?
    }

    /// Where a run stood among others.
    struct Listing {
        var session: SessionID
        var startedAt: Timestamp
        var answersTo: [Subject]
    }

    /// Whether something at this instant can be out of memory.
    func reaches(_ instant: Timestamp) -> Bool { through.map { instant <= $0 } ?? false }

    mutating func need(_ reference: Reference) {
        guard through != nil, !consulted.contains(reference) else { return }
        missing.insert(reference)
    }
}

/// The runs of a session while they are out of memory.
struct ArchivedRuns: Hashable, Sendable {
    /// When the first and the last of them began; nil where none counts.
    var starts: ClosedRange<Timestamp>?
}
