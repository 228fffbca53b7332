import Glibc

/// The ports of this machine that connections go out from, one after the other. The system finds one by
/// itself too, but once half of them are taken it looks through all of them for each connection: a
/// millisecond each.
struct LocalPorts {
    /// The first and the last of them.
    let range: ClosedRange<UInt16>
    private var latest: UInt16

    /// - Parameter setting: what the system says that it takes them from; two numbers.
    init(_ setting: String) {
        let numbers = setting.split(whereSeparator: \.isWhitespace).compactMap { UInt16($0) }
        range =
            numbers.count == 2 && 0 < numbers[0] && numbers[0] <= numbers[1]
            ? numbers[0]...numbers[1] : 32768...60999
        // Another one each time: those of an earlier load may still be known to the server.
        latest = .random(in: range)
    }

    mutating func next() -> UInt16 {
        latest = latest == range.upperBound ? range.lowerBound : latest + 1
        return latest
    }
}
