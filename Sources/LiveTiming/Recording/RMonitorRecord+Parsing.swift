extension RMonitorRecord {
    /// Reads one line without its end; nil where it is of a kind that this reader doesn't know.
    /// Fields after the ones named here are let pass: dialects add their own.
    static func parse(_ line: String) throws(MalformedRecord) -> RMonitorRecord? {
        guard line.hasPrefix("$") else {
            throw MalformedRecord(reason: "does not begin with a record name such as $J")
        }
        guard known.contains(kind(of: line)) else { return nil }
        var fields = try RMonitorFields(line)
        switch try fields.text("record") {
        case "$A": return .competitor(try competitor(&fields))
        case "$COMP": return .competitorDetails(try competitorDetails(&fields))
        case "$B":
            return .run(
                number: try fields.integer("run"), description: try fields.text("description"))
        case "$C":
            return .raceClass(
                number: try fields.integer("class"), description: try fields.text("description"))
        case "$E":
            return .setting(
                name: try fields.nonEmptyText("name"), value: try fields.text("value"))
        case "$F": return .heartbeat(try heartbeat(&fields))
        case "$J":
            return .passing(
                registration: try fields.nonEmptyText("registration number"),
                lapTime: try fields.time("lap time"),
                total: try fields.time("total time"))
        case "$G":
            return .racePlace(
                place: try fields.integer("place"),
                registration: try fields.nonEmptyText("registration number"),
                laps: try fields.optionalInteger("laps"),
                total: try fields.time("total time"))
        case "$H":
            return .bestLap(
                place: try fields.integer("place"),
                registration: try fields.nonEmptyText("registration number"),
                lap: try fields.integer("best lap"),
                time: try fields.time("lap time"))
        case "$I": return .reset
        default: return nil
        }
    }

    /// The name of a record, also where the rest of its line cannot be read.
    static func kind(of line: String) -> String {
        String(line.prefix { $0 != "," })
    }

    private static let known: Set = ["$A", "$COMP", "$B", "$C", "$E", "$F", "$J", "$G", "$H", "$I"]

    private static func competitor(
        _ fields: inout RMonitorFields
    ) throws(MalformedRecord) -> RMonitorCompetitor {
        let registration = try fields.nonEmptyText("registration number")
        let number = try fields.text("number")
        let transponder = try fields.text("transponder")
        return RMonitorCompetitor(
            registration: registration,
            number: number,
            transponder: transponder.isEmpty || transponder == "0" ? nil : transponder,
            firstName: try fields.text("first name"),
            lastName: try fields.text("last name"),
            nationality: try fields.text("nationality"),
            raceClass: try fields.optionalInteger("class"))
    }

    private static func competitorDetails(
        _ fields: inout RMonitorFields
    ) throws(MalformedRecord) -> RMonitorCompetitor {
        let registration = try fields.nonEmptyText("registration number")
        let number = try fields.text("number")
        let raceClass = try fields.optionalInteger("class")
        return RMonitorCompetitor(
            registration: registration,
            number: number,
            transponder: nil,
            firstName: try fields.text("first name"),
            lastName: try fields.text("last name"),
            nationality: fields.trailingText(),
            raceClass: raceClass)
    }

    private static func heartbeat(
        _ fields: inout RMonitorFields
    ) throws(MalformedRecord) -> RMonitorHeartbeat {
        RMonitorHeartbeat(
            lapsToGo: try fields.integer("laps to go"),
            timeToGo: try fields.time("time to go"),
            timeOfDay: try fields.time("time of day"),
            raceTime: try fields.time("race time"),
            flag: String(try fields.text("flag").trimmingSpaces))
    }
}

extension String {
    /// Without spaces at both ends; RMonitor fills flags up to six characters with them.
    var trimmingSpaces: Substring {
        let start = self.drop { $0 == " " }
        guard let last = start.lastIndex(where: { $0 != " " }) else { return "" }
        return start[...last]
    }
}
