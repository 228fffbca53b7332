import Glibc

/// How many files and connections this process may have open.
enum Descriptors {
    /// What is open beside connections and loops: the database, the log, what is read meanwhile.
    static let reserve = 64
    /// What each loop has open for itself: its listeners, its poll, its ring and what wakes it.
    static let perLoop = 8

    /// Lifts the limit to what is needed, as far as the system lets this process, and answers what it is then. Not
    /// further: libwebsockets has a table of that length in each loop.
    static func raise(to needed: Int) -> Int {
        let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        // Filled in, and read, during the calls.
        guard unsafe getrlimit(kind, &limit) == 0 else { return 0 }
        var raised = limit
        raised.rlim_cur = min(limit.rlim_max, max(limit.rlim_cur, rlim_t(needed)))
        if unsafe setrlimit(kind, &raised) == 0 { limit = raised }
        return Int(clamping: limit.rlim_cur)
    }
}
