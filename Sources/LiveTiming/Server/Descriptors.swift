import Glibc

/// How many files and connections this process may have open.
enum Descriptors {
    /// What is open beside connections: the database, the log, the listeners, the loop's own.
    static let reserve = 64

    /// Lifts the limit as far as the system lets this process, and answers what it is then.
    static func raise() -> Int {
        let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        // Filled in, and read, during the calls.
        guard unsafe getrlimit(kind, &limit) == 0 else { return 0 }
        var raised = limit
        raised.rlim_cur = limit.rlim_max
        if unsafe setrlimit(kind, &raised) == 0 { limit = raised }
        return Int(clamping: limit.rlim_cur)
    }
}
