/// A span of microseconds as a clock shows it: `41.230`, `1:02.345`, `1:02:03.004`, `-0.120`. What is
/// finer than the digits is cut off, towards the smaller time.
///
/// - Parameter digits: of a second, 0 to 6.
func clockText(_ microseconds: Int64, digits: Int) -> String {
    let unit = (digits..<6).reduce(Int64(1)) { unit, _ in unit * 10 }
    let (quotient, remainder) = microseconds.quotientAndRemainder(dividingBy: unit)
    let units = remainder < 0 ? quotient - 1 : quotient
    let perSecond = 1_000_000 / unit
    let (seconds, fraction) = units.magnitude.quotientAndRemainder(dividingBy: UInt64(perSecond))
    var text = units < 0 ? "-" : ""
    switch (seconds / 3600, seconds / 60 % 60, seconds % 60) {
    case (0, 0, let seconds): text += "\(seconds)"
    case (0, let minutes, let seconds): text += "\(minutes):\(twoDigits(seconds))"
    case (let hours, let minutes, let seconds):
        text += "\(hours):\(twoDigits(minutes)):\(twoDigits(seconds))"
    }
    guard digits > 0 else { return text }
    let decimals = String(fraction)
    return text + "." + String(repeating: "0", count: digits - decimals.count) + decimals
}

private func twoDigits(_ number: UInt64) -> String {
    number < 10 ? "0\(number)" : "\(number)"
}
