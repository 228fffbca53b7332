import SplitCore

extension Recording {
    /// Finds the sessions in the records of a feed.
    init(_ feed: RMonitorFeed) {
        var reader = RecordingReader()
        for line in feed.lines {
            reader.take(line)
        }
        self = reader.finish()
    }
}

/// What the records so far say, taken in one after the other.
private struct RecordingReader {
    private var recording = Recording()
    /// In the order of their first record.
    private var competitors: [RMonitorCompetitor] = []
    private var classes: [Int: String] = [:]
    private var session: OpenSession?

    mutating func finish() -> Recording {
        close()
        return recording
    }

    mutating func take(_ line: RMonitorFeed.Line) {
        switch line.record {
        case .competitor(let competitor), .competitorDetails(let competitor):
            enter(competitor)
        case .raceClass(let number, let description):
            classes[number] = description
        case .setting(let name, let value):
            if name == "TRACKNAME" { recording.trackName = String(value.trimmingSpaces) }
        case .run(let number, let description):
            // Timing systems repeat the run when a client connects anew.
            guard session?.number != number else { return }
            close()
            session = OpenSession(number: number, description: description)
        case .heartbeat(let heartbeat):
            session?.take(heartbeat)
        case .passing(let registration, let lapTime, let total):
            let passing = RecordedPassing(
                line: line.number, text: line.text, registration: registration,
                offset: total, lapTime: lapTime)
            session = session ?? OpenSession(number: 0, description: "")
            session?.take(passing)
        case .reset:
            close()
            competitors = []
            classes = [:]
        case .racePlace, .bestLap:
            break  // both follow from the passings
        }
    }

    private mutating func enter(_ new: RMonitorCompetitor) {
        guard
            let index = competitors.firstIndex(where: { $0.registration == new.registration })
        else {
            competitors.append(new)
            return
        }
        competitors[index] = competitors[index].updated(by: new)
    }

    private mutating func close() {
        defer { session = nil }
        guard let session, !session.passings.isEmpty else { return }
        recording.sessions.append(session.recorded(competitors: competitors, classes: classes))
    }
}

/// A run of the feed whose end hasn't been seen.
private struct OpenSession {
    let number: Int
    let description: String
    private(set) var passings: [RecordedPassing] = []
    private var limit: RecordedLimit?
    private var gunTimeOfDay: Int64?
    private var flags: [RecordedFlag] = []
    /// Whether a heartbeat has been seen from before the gun.
    private var hasWaited = false
    private var hasStarted = false
    /// A passing that is told twice counts once.
    private var seen: Set<[String]> = []

    init(number: Int, description: String) {
        self.number = number
        self.description = description
    }

    mutating func take(_ heartbeat: RMonitorHeartbeat) {
        if let flag = Flag(heartbeat), flags.last?.flag != flag {
            flags.append(RecordedFlag(flag: flag, offset: heartbeat.raceTime))
        }
        guard !hasStarted else {
            if gunTimeOfDay == nil { setGun(heartbeat) }
            return
        }
        if heartbeat.flag == "Green" {
            hasStarted = true
            setGun(heartbeat)
            // A recording that began after the gun has no heartbeat before it.
            if !hasWaited { limit = RecordedLimit(heartbeat, elapsed: heartbeat.raceTime) }
        } else {
            hasWaited = true
            limit = RecordedLimit(heartbeat, elapsed: 0)
        }
    }

    mutating func take(_ passing: RecordedPassing) {
        hasStarted = true
        let key = [passing.registration, String(passing.offset), String(passing.lapTime)]
        guard seen.insert(key).inserted else { return }
        passings.append(passing)
    }

    private mutating func setGun(_ heartbeat: RMonitorHeartbeat) {
        let day: Int64 = 86_400_000_000
        gunTimeOfDay = ((heartbeat.timeOfDay - heartbeat.raceTime) % day + day) % day
    }

    func recorded(
        competitors: [RMonitorCompetitor], classes: [Int: String]
    ) -> RecordedSession {
        let listed = competitors.map { RecordedCompetitor($0, classes: classes) }
        let unlisted = passings.map(\.registration).reduce(into: [String]()) {
            found, registration in
            if !found.contains(registration),
                !listed.contains(where: { $0.registration == registration })
            {
                found.append(registration)
            }
        }
        return RecordedSession(
            number: number,
            description: description,
            competitors: listed + unlisted.map(RecordedCompetitor.init(unlisted:)),
            limit: limit,
            gunTimeOfDay: gunTimeOfDay,
            flags: flags,
            passings: passings.sorted { ($0.offset, $0.line) < ($1.offset, $1.line) })
    }
}

extension Flag {
    /// The flag that a heartbeat tells of, if it is one that control shows during a race.
    fileprivate init?(_ heartbeat: RMonitorHeartbeat) {
        switch heartbeat.flag {
        case "Green": self = .green
        case "Yellow": self = .yellow
        case "Red": self = .red
        default: return nil
        }
    }
}

extension RecordedLimit {
    /// The limit of a race of which a heartbeat tells what is to go; nil where it has none.
    fileprivate init?(_ heartbeat: RMonitorHeartbeat, elapsed: Int64) {
        let unlimitedLaps = 9999
        if heartbeat.timeToGo > 0 {
            self = .time(heartbeat.timeToGo + elapsed)
        } else if heartbeat.lapsToGo > 0, heartbeat.lapsToGo != unlimitedLaps {
            self = .laps(heartbeat.lapsToGo)
        } else {
            return nil
        }
    }
}

extension RMonitorCompetitor {
    /// What a later record says, over what an earlier one said that it leaves out.
    fileprivate func updated(by new: Self) -> Self {
        RMonitorCompetitor(
            registration: registration,
            number: new.number.isEmpty ? number : new.number,
            transponder: new.transponder ?? transponder,
            firstName: new.firstName.isEmpty ? firstName : new.firstName,
            lastName: new.lastName.isEmpty ? lastName : new.lastName,
            nationality: new.nationality.isEmpty ? nationality : new.nationality,
            raceClass: new.raceClass ?? raceClass)
    }
}

extension RecordedCompetitor {
    fileprivate init(_ competitor: RMonitorCompetitor, classes: [Int: String]) {
        self.init(
            registration: competitor.registration,
            number: competitor.number,
            transponder: competitor.transponder,
            firstName: competitor.firstName,
            lastName: competitor.lastName,
            raceClass: competitor.raceClass.map { classes[$0] ?? String($0) })
    }

    /// One who passes without being on the list is known by the registration number alone.
    fileprivate init(unlisted registration: String) {
        self.init(
            registration: registration, number: registration, transponder: nil, firstName: "",
            lastName: "", raceClass: nil)
    }
}
