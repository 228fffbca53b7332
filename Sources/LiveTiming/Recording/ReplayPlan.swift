/// What to send to a server, and when, so that a recording happens again.
///
/// Intervals are never scaled: a lap of 33.271 s is one of 33.271 s at any speed. Only the sending is
/// sped up. With `offset` the recorded time since the first gun and `last` the greatest offset:
///
/// - the replay lasts `duration` = ⌊last ÷ speed⌋, and ends at `end` = `now` + `duration`;
/// - what happened at `offset` is dated `end` − (`last` − `offset`): the last passing happens as the
///   replay ends, and everything before it at its exact distance from there;
/// - it is sent `duration` − ⌊(`last` − `offset`) ÷ speed⌋ after the replay began.
///
/// As the speed is at least 1, the floor of a quotient is at most its dividend, so nothing is dated
/// after its own sending; at speed 1 everything is dated at its sending.
struct ReplayPlan: Equatable, Sendable {
    struct Step: Equatable, Sendable {
        /// In microseconds since the replay began.
        let sendAfter: Int64
        let action: ReplayAction
    }

    /// In the order of sending, by `sendAfter`.
    let steps: [Step]
    /// From the first step to the last passing, in microseconds.
    let duration: Int64
    let track: String

    /// - Parameters:
    ///   - id: tells replays of one recording apart. Tracks and runners are the same in all of them,
    ///     so that bests carry over; sessions, starts, runs and splits are new with each id.
    ///   - speed: at least 1.
    ///   - now: when the replay begins, in microseconds since 1970.
    init(_ recording: Recording, id: String, speed: Int, now: Int64) {
        precondition(speed >= 1, "at less than its own pace a passing would be dated ahead of now")
        let guns = ReplayPlan.gunOffsets(recording.sessions)
        let last =
            zip(guns, recording.sessions).map { $0 + $1.lastOffset }.max() ?? 0
        let timeline = Timeline(
            last: last, duration: last / Int64(speed), speed: Int64(speed), now: now)
        let names = ReplayNames(recording, id: id)

        let sessions = zip(guns, recording.sessions).enumerated().map { index, pair in
            SessionSteps(
                pair.1, index: index, gun: pair.0, timeline: timeline, names: names)
        }
        let runners = sessions.flatMap(\.runners).reduce(into: [ReplayAction]()) { known, runner in
            if !known.contains(runner) { known.append(runner) }
        }
        let track = ReplayAction.createTrack(track: names.track, name: names.trackName)
        let before = [track] + runners + sessions.flatMap(\.startList)

        steps =
            before.map { Step(sendAfter: 0, action: $0) }
            + sessions.flatMap(\.steps).enumerated()
            .sorted { ($0.element.sendAfter, $0.offset) < ($1.element.sendAfter, $1.offset) }
            .map(\.element)
        duration = timeline.duration
        self.track = names.track
    }

    /// How long after the first gun each session's own was. The time of day tells, to the second;
    /// where it can't be right, a session starts a minute after the last passing before it.
    private static func gunOffsets(_ sessions: [RecordedSession]) -> [Int64] {
        let day: Int64 = 86_400_000_000
        let pause: Int64 = 60_000_000
        var offsets: [Int64] = []
        for (index, session) in sessions.enumerated() {
            guard index > 0 else {
                offsets.append(0)
                continue
            }
            let before = sessions[index - 1]
            let earliest = offsets[index - 1] + before.lastOffset
            if let gun = session.gunTimeOfDay, let gunBefore = before.gunTimeOfDay,
                case let offset = offsets[index - 1] + (gun - gunBefore + day) % day,
                offset > earliest
            {
                offsets.append(offset)
            } else {
                offsets.append(earliest + pause)
            }
        }
        return offsets
    }
}

extension RecordedSession {
    /// Of the last passing, in microseconds since the gun.
    fileprivate var lastOffset: Int64 { passings.last?.offset ?? 0 }
}

/// Dates and sendings of a replay, by the offset since the first gun.
private struct Timeline {
    let last: Int64
    let duration: Int64
    let speed: Int64
    let now: Int64

    func instant(_ offset: Int64) -> Int64 { now + duration - (last - offset) }
    func sendAfter(_ offset: Int64) -> Int64 { duration - (last - offset) / speed }
}

/// The identifiers of a replay.
private struct ReplayNames {
    let id: String
    let track: String
    let trackName: String

    init(_ recording: Recording, id: String) {
        self.id = id
        trackName = recording.trackName.isEmpty ? "Recorded track" : recording.trackName
        track = slug(trackName)
    }

    func session(_ index: Int, _ number: Int) -> String { slug(id, "s\(index)", "\(number)") }
    func start(_ session: String) -> String { slug(session, "gun") }
    func runner(_ competitor: RecordedCompetitor) -> String {
        slug(competitor.name, competitor.number)
    }
    /// - Parameter place: of the competitor in the list, as registration numbers may be any text.
    func run(_ session: String, _ place: Int) -> String { slug(session, "run", "\(place + 1)") }
    func split(_ run: String, _ count: Int) -> String { slug(run, "passing", "\(count)") }
}

/// The part of a plan that one session makes.
private struct SessionSteps {
    let runners: [ReplayAction]
    let startList: [ReplayAction]
    let steps: [ReplayPlan.Step]

    init(
        _ recorded: RecordedSession, index: Int, gun: Int64, timeline: Timeline, names: ReplayNames
    ) {
        let session = names.session(index, recorded.number)
        let start = names.start(session)
        func step(_ offset: Int64, _ action: ReplayAction) -> ReplayPlan.Step {
            .init(sendAfter: timeline.sendAfter(offset), action: action)
        }

        runners = recorded.competitors.map {
            .registerRunner(runner: names.runner($0), name: $0.name)
        }
        startList =
            [
                .createSession(
                    session: session, track: names.track,
                    name: recorded.description.isEmpty
                        ? "Session \(recorded.number)" : recorded.description,
                    limit: recorded.limit)
            ]
            + recorded.competitors.map {
                .enterRunner(
                    runner: names.runner($0), session: session, track: names.track,
                    number: $0.number, category: $0.raceClass, transponder: $0.transponder)
            }

        let gunStep = step(
            gun,
            .createStart(
                start: start, session: session, track: names.track, at: timeline.instant(gun)))
        var runs: [String: String] = [:]  // by registration number
        let runSteps = recorded.competitors.enumerated().map { place, competitor in
            let run = names.run(session, place)
            runs[competitor.registration] = run
            return step(
                gun,
                .startRun(
                    run: run, runner: names.runner(competitor), session: session,
                    track: names.track, number: competitor.number, start: start))
        }
        var counts: [String: Int] = [:]
        let passingSteps = recorded.passings.compactMap { passing -> ReplayPlan.Step? in
            guard let run = runs[passing.registration] else { return nil }
            counts[run, default: 0] += 1
            return step(
                gun + passing.offset,
                .recordSplit(
                    split: names.split(run, counts[run, default: 0]), run: run, track: names.track,
                    at: timeline.instant(gun + passing.offset)))
        }
        let flagSteps = recorded.flags.enumerated().map { index, shown in
            // The last passing ends the replay, so a flag of after it has no moment in it.
            step(
                gun + min(shown.offset, recorded.lastOffset),
                .showFlag(
                    count: index + 1, flag: shown.flag, session: session, track: names.track,
                    at: timeline.instant(gun + min(shown.offset, recorded.lastOffset))))
        }
        // At the passing itself the close would leave open which of the two came first.
        let close = timeline.instant(gun + recorded.lastOffset) + 1
        let closeStep = ReplayPlan.Step(
            sendAfter: timeline.sendAfter(gun + recorded.lastOffset) + 1,
            action: .closeSession(session: session, track: names.track, at: close))
        steps = [gunStep] + runSteps + flagSteps + passingSteps + [closeStep]
    }
}
