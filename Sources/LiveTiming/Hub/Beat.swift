import SplitCore

/// The beats to which frames go out: 60 a second of server time. Every rate of a subscription divides that, so
/// whoever has the same rate gets the same frame.
struct Beat: Comparable {
    static let perSecond: Int64 = 60

    /// Beats since 1970.
    let number: Int64

    init(number: Int64) {
        self.number = number
    }

    /// The last beat until an instant.
    init(at instant: Timestamp) {
        number = instant.microseconds * Self.perSecond / 1_000_000
    }

    /// The first instant of the beat.
    var instant: Timestamp {
        Timestamp(microseconds: (number * 1_000_000 + Self.perSecond - 1) / Self.perSecond)
    }

    /// The first beat after this one that something of this rate is due at.
    func next(ofRate rate: Int) -> Beat {
        let period = Self.perSecond / Int64(rate)
        return Beat(number: (number / period + 1) * period)
    }

    static func < (left: Beat, right: Beat) -> Bool { left.number < right.number }
}
