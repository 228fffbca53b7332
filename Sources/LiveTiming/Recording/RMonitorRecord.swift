/// One record of an RMonitor feed: the line protocol in which race timing systems publish what
/// they measure. Times are microseconds.
enum RMonitorRecord: Equatable, Sendable {
    /// `$A`: a competitor, with the transponder.
    case competitor(RMonitorCompetitor)
    /// `$COMP`: the same competitor as another dialect tells it, without a transponder.
    case competitorDetails(RMonitorCompetitor)
    /// `$B`: the run that everything after it belongs to.
    case run(number: Int, description: String)
    /// `$C`: a class of competitors.
    case raceClass(number: Int, description: String)
    /// `$E`: a setting such as `TRACKNAME`.
    case setting(name: String, value: String)
    /// `$F`: sent once a second.
    case heartbeat(RMonitorHeartbeat)
    /// `$J`: a passing of the finish line. A lap time of zero is the passing of the start line.
    case passing(registration: String, lapTime: Int64, total: Int64)
    /// `$G`: a place in the race. No laps before the first one.
    case racePlace(place: Int, registration: String, laps: Int?, total: Int64)
    /// `$H`: a place by best lap, and in which lap it was driven.
    case bestLap(place: Int, registration: String, lap: Int, time: Int64)
    /// `$I`: the timing system begins anew; the competitors so far are void.
    case reset
}

struct RMonitorCompetitor: Equatable, Sendable {
    /// Identifies the competitor in the whole feed.
    let registration: String
    /// As painted on the vehicle.
    let number: String
    let transponder: String?
    let firstName: String
    let lastName: String
    let nationality: String
    /// The number of a `$C` record.
    let raceClass: Int?
}

struct RMonitorHeartbeat: Equatable, Sendable {
    /// 9999 where the race isn't limited by laps.
    let lapsToGo: Int
    let timeToGo: Int64
    /// Since midnight where the race is.
    let timeOfDay: Int64
    let raceTime: Int64
    /// `Green`, `Yellow`, `Red`, `Finish`; empty where none is shown.
    let flag: String
}

/// A line that could not be read, by its number in the feed (the first is 1).
struct RMonitorProblem: Error, Equatable, Sendable, CustomStringConvertible {
    let line: Int
    let reason: String

    var description: String { "line \(line): \(reason)" }
}
