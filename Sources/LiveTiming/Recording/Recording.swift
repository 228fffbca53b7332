import SplitCore

/// What a feed tells of a race day: the track and the sessions that were driven on it.
struct Recording: Equatable, Sendable {
    /// Empty where the feed doesn't name it.
    var trackName = ""
    /// In the order in which they were driven. A run without passings, such as the one in which the
    /// timing system idles, is none.
    var sessions: [RecordedSession] = []
}

/// One run of the feed that had passings: a practice, a heat, a race.
struct RecordedSession: Equatable, Sendable {
    let number: Int
    let description: String
    /// All that are on the list at the end, by number of registration as the feed ordered them; also
    /// those who never passed.
    var competitors: [RecordedCompetitor] = []
    var limit: RecordedLimit?
    /// In microseconds since midnight, to the second; nil where no heartbeat tells.
    var gunTimeOfDay: Int64?
    /// The flags that were shown from the gun on, each when it changed. The one that ends a race is
    /// not among them: it follows from the limit and the passings.
    var flags: [RecordedFlag] = []
    /// By offset, then in the order of the feed.
    var passings: [RecordedPassing] = []
}

/// A flag, and when it was first told of: to the second.
struct RecordedFlag: Equatable, Sendable {
    let flag: Flag
    /// In microseconds since the gun.
    let offset: Int64
}

enum RecordedLimit: Equatable, Sendable {
    /// In microseconds.
    case time(Int64)
    case laps(Int)
}

struct RecordedCompetitor: Equatable, Sendable {
    let registration: String
    var number: String
    var transponder: String?
    var firstName: String
    var lastName: String
    /// The description of the class, else its number; nil where there is none.
    var raceClass: String?

    /// Both names as one, else the registration number.
    var name: String {
        let name = "\(firstName) \(lastName)".trimmingSpaces
        return name.isEmpty ? registration : String(name)
    }
}

/// A passing of the finish line.
struct RecordedPassing: Equatable, Sendable {
    /// In the feed, and what stands there.
    let line: Int
    let text: String
    let registration: String
    /// In microseconds since the gun.
    let offset: Int64
    /// In microseconds; zero where the runner passed the line for the first time.
    let lapTime: Int64
}
