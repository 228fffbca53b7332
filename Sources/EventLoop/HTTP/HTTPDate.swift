import Glibc

/// The `Date` of responses (RFC 9110, section 5.6.7), made anew once a second. Loop thread only.
struct HTTPDate {
    private var second: time_t = -1
    private var text = ""

    mutating func now() -> String {
        let current = time(nil)
        if current != second {
            second = current
            text = Self.format(current)
        }
        return text
    }

    static func format(_ instant: time_t) -> String {
        var instant = instant
        var parts = unsafe tm()
        // Both live for the length of the call.
        unsafe gmtime_r(&instant, &parts)
        let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        let day = unsafe days[Int(parts.tm_wday)]
        let month = unsafe months[Int(parts.tm_mon)]
        let clock = unsafe [parts.tm_hour, parts.tm_min, parts.tm_sec].map(twoDigits)
            .joined(separator: ":")
        let date = unsafe "\(twoDigits(parts.tm_mday)) \(month) \(parts.tm_year + 1900)"
        return "\(day), \(date) \(clock) GMT"
    }

    private static func twoDigits(_ value: CInt) -> String {
        value < 10 ? "0\(value)" : "\(value)"
    }
}
