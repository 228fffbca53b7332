/// A record of the log as its line, with the newline at the end.
///
/// - Parameter microseconds: since 1970 in UTC.
func logLine(
    _ level: LogLevel, _ message: String, _ fields: Log.Fields, at microseconds: Int64
) -> String {
    var line = "\(utcText(microseconds)) \(level.rawValue) \(escaped(message))"
    for (key, value) in fields {
        line += " \(key)=\(fieldText(value.description))"
    }
    return line + "\n"
}

/// A text in quotes, with nothing in it that could end the line or steer a terminal.
func quoted(_ text: String) -> String {
    "\"\(escaped(text, andQuotes: true))\""
}

/// Bare where that is clear, else quoted: what a client sent can't pass for another field or line.
private func fieldText(_ text: String) -> String {
    let isBare =
        !text.isEmpty
        && text.unicodeScalars.allSatisfy {
            $0.isASCII && $0.value > 0x20 && $0.value < 0x7F && $0 != "\"" && $0 != "="
                && $0 != "\\"
        }
    return isBare ? text : quoted(text)
}

/// Escapes whatever is no visible text: control characters, line and paragraph separators, and the
/// formatting characters that turn the direction of writing.
private func escaped(_ text: String, andQuotes: Bool = false) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\n": escaped.append(contentsOf: "\\n".unicodeScalars)
        case "\r": escaped.append(contentsOf: "\\r".unicodeScalars)
        case "\t": escaped.append(contentsOf: "\\t".unicodeScalars)
        case "\\": escaped.append(contentsOf: "\\\\".unicodeScalars)
        case "\"" where andQuotes: escaped.append(contentsOf: "\\\"".unicodeScalars)
        default:
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
                .unassigned:
                let code = String(scalar.value, radix: 16)
                escaped.append(contentsOf: "\\u{\(code)}".unicodeScalars)
            default:
                escaped.append(scalar)
            }
        }
    }
    return String(escaped)
}

/// An instant as RFC 3339 writes it, in UTC and with microseconds.
func utcText(_ microseconds: Int64) -> String {
    let (days, time) = microseconds.quotientAndRemainderFloored(by: 86_400_000_000)
    let date = civilDate(daysSince1970: days)
    let seconds = time / 1_000_000
    func padded(_ number: Int64, _ width: Int = 2) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    return "\(padded(date.year, 4))-\(padded(date.month))-\(padded(date.day))T"
        + "\(padded(seconds / 3600)):\(padded(seconds / 60 % 60)):\(padded(seconds % 60))"
        + ".\(padded(time % 1_000_000, 6))Z"
}

/// The Gregorian date of a day, counted in eras of 400 years that begin on a first of March, so that
/// the leap day is the last of its year.
private func civilDate(daysSince1970: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let (era, dayOfEra) = (daysSince1970 + 719_468).quotientAndRemainderFloored(by: 146_097)
    let yearOfEra =
        (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
}

extension Int64 {
    fileprivate func quotientAndRemainderFloored(by divisor: Int64) -> (Int64, Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
