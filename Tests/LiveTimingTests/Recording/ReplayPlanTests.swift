import SplitCore
import Testing

@testable import LiveTiming

@Suite("Replay plan")
struct ReplayPlanTests {
    private static let now: Int64 = 1_796_000_000_000_000
    private static let speeds = [1, 2, 3, 7, 60, 1000]

    /// Two sessions on one day, twenty minutes between their guns, the second with two others.
    private static let recording: Recording = {
        let lines = [
            #"$E,"TRACKNAME","Brands Hatch""#, #"$A,"1","11",1001,"Ann","Lee","",1"#,
            #"$A,"2","12",1002,"Bo","Ek","",1"#, #"$C,1,"Junior""#, #"$B,7,"Heat 1""#,
            #"$F,9999,"00:01:00","23:50:00","00:00:00","""#,
            #"$F,9999,"00:01:00","23:50:05","00:00:00","Green ""#,
            #"$J,"2","00:00:00.000","00:00:02.005""#, #"$J,"1","00:00:00.000","00:00:02.001""#,
            #"$J,"1","00:00:40.000","00:00:42.001""#, #"$J,"2","00:00:39.996","00:00:42.001""#,
            #"$B,8,"Heat 2""#, #"$F,5,"00:00:00","00:10:00","00:00:00","""#,
            #"$F,5,"00:00:00","00:10:05","00:00:00","Green ""#,
            #"$J,"1","00:00:00.000","00:00:01.000""#, #"$J,"1","00:00:50.123","00:00:51.123""#,
        ]
        return Recording(RMonitorFeed(bytes: Array(lines.joined(separator: "\n").utf8)))
    }()

    private static let generated = Recording(
        RMonitorFeed(bytes: Array(DemoRace(runners: 9, minutes: 3, seed: 11).feed.utf8)))

    private func plan(_ recording: Recording, speed: Int) -> ReplayPlan {
        ReplayPlan(recording, id: "demo", speed: speed, now: Self.now)
    }

    private func splits(_ plan: ReplayPlan) -> [(sendAfter: Int64, at: Int64)] {
        plan.steps.compactMap { step in
            guard case .recordSplit(_, _, _, let at) = step.action else { return nil }
            return (step.sendAfter, at)
        }
    }

    @Test("intervals are as recorded at any speed", arguments: speeds)
    func intervals(speed: Int) throws {
        let plan = plan(Self.generated, speed: speed)
        let session = try #require(Self.generated.sessions.first)
        let gun = try #require(
            plan.steps.compactMap { step in
                if case .createStart(_, _, _, let at) = step.action { at } else { nil }
            }.first)
        #expect(splits(plan).map { $0.at - gun } == session.passings.map(\.offset))
    }

    @Test("flags are shown at their instants, within the replay", arguments: speeds)
    func flags(speed: Int) {
        let plan = plan(Self.generated, speed: speed)
        let shown = plan.steps.compactMap { step in
            if case .showFlag(_, let flag, _, _, _) = step.action { flag } else { nil }
        }
        #expect(shown == Self.generated.sessions.first?.flags.map(\.flag))
        #expect(plan.steps.allSatisfy { $0.sendAfter <= plan.duration + 1 })
    }

    @Test("nothing is dated after its own sending, and steps are in order", arguments: speeds)
    func noFuture(speed: Int) {
        for recording in [Self.recording, Self.generated] {
            let plan = plan(recording, speed: speed)
            for step in plan.steps {
                #expect(step.sendAfter >= 0)
                if let at = step.action.at { #expect(at <= Self.now + step.sendAfter) }
            }
            #expect(
                zip(plan.steps, plan.steps.dropFirst()).allSatisfy { $0.sendAfter <= $1.sendAfter })
        }
    }

    @Test("the last passing happens as the replay ends", arguments: speeds)
    func lastAtTheEnd(speed: Int) throws {
        let session = try #require(Self.generated.sessions.first)
        let plan = plan(Self.generated, speed: speed)
        let last = try #require(splits(plan).last)
        #expect(plan.duration == (session.passings.last?.offset ?? 0) / Int64(speed))
        #expect(last.sendAfter == plan.duration)
        #expect(last.at == Self.now + plan.duration)
    }

    @Test("at the pace of the race everything is dated at its sending")
    func ownPace() {
        for split in splits(plan(Self.recording, speed: 1)) {
            #expect(split.at == Self.now + split.sendAfter)
        }
    }

    @Test("at twice the pace passings are sent at half their distance", arguments: [2, 5])
    func pace(speed: Int) {
        let fast = splits(plan(Self.generated, speed: speed))
        let slow = splits(plan(Self.generated, speed: 1))
        for (fast, slow) in zip(fast, slow) {
            #expect(abs(fast.sendAfter * Int64(speed) - slow.sendAfter) <= Int64(speed))
        }
    }

    @Test("sessions lie as far apart as the time of day says, over midnight too")
    func sessions() {
        let guns = plan(Self.recording, speed: 1).steps.compactMap { step in
            if case .createStart(_, _, _, let at) = step.action { at } else { nil }
        }
        #expect(guns == [Self.now, Self.now + 20 * 60_000_000])
    }

    @Test("a session whose time of day can't be right starts a minute after the one before")
    func unknownTimeOfDay() {
        var recording = Self.recording
        recording.sessions[1].gunTimeOfDay = nil
        let guns = plan(recording, speed: 1).steps.compactMap { step in
            if case .createStart(_, _, _, let at) = step.action { at } else { nil }
        }
        #expect(guns.last == Self.now + 42_001_000 + 60_000_000)
    }

    @Test("the commands are the ones that a server takes, in an order that it can take them in")
    func commands() {
        let steps = plan(Self.recording, speed: 1).steps
        let types = steps.compactMap { step -> String? in
            if case .text(let type)? = step.action.command["type"] { type } else { nil }
        }
        let list = ["createSession", "enterRunner", "enterRunner"]
        let race = ["createStart", "startRun", "startRun"]
        let passings = Array(repeating: "recordSplit", count: 4)
        #expect(
            types == ["createTrack", "registerRunner", "registerRunner"] + list + list
                + race + ["editSession"] + passings + ["closeSession"]
                + race + ["editSession"] + passings.prefix(2) + ["closeSession"])

        let json = steps.map(\.action.command.serialized)
        #expect(
            json[0] == #"{"type":"createTrack","commandId":"create-brands-hatch-brands-hatch","#
                + #""track":"brands-hatch","name":"Brands Hatch","checkpoints":[{"id":"finish","#
                + #""name":"Finish"}],"laps":0,"start":"line","rank":"race"}"#)
        #expect(
            json[1] == #"{"type":"registerRunner","commandId":"register-ann-lee-11-ann-lee","#
                + #""runner":"ann-lee-11","name":"Ann Lee"}"#)
        #expect(
            json[3] == #"{"type":"createSession","commandId":"create-demo-s0-7","#
                + #""track":"brands-hatch","session":"demo-s0-7","name":"Heat 1","rank":"race","#
                + #""finish":"leader","limit":{"time":60000000}}"#)
        #expect(json[6].hasSuffix(#""limit":{"laps":5}}"#))
        #expect(
            json[4] == #"{"type":"enterRunner","commandId":"enter-demo-s0-7-ann-lee-11","#
                + #""track":"brands-hatch","session":"demo-s0-7","runner":"ann-lee-11","#
                + #""number":"11","category":"Junior","transponders":["1001"]}"#)
        #expect(
            json[9] == #"{"type":"createStart","commandId":"create-demo-s0-7-gun","#
                + #""track":"brands-hatch","session":"demo-s0-7","start":"demo-s0-7-gun","#
                + #""at":1796000000000000,"uncertainty":0}"#)
        #expect(
            json[10] == #"{"type":"startRun","commandId":"start-demo-s0-7-run-1","#
                + #""track":"brands-hatch","session":"demo-s0-7","run":"demo-s0-7-run-1","#
                + #""runner":"ann-lee-11","number":"11","start":"demo-s0-7-gun"}"#)
        #expect(
            json[12] == #"{"type":"editSession","commandId":"show-demo-s0-7-flag-1","#
                + #""track":"brands-hatch","session":"demo-s0-7","flag":"green","#
                + #""at":1796000000000000}"#)
        #expect(
            json[13] == #"{"type":"recordSplit","commandId":"record-demo-s0-7-run-1-passing-1","#
                + #""track":"brands-hatch","run":"demo-s0-7-run-1","#
                + #""split":"demo-s0-7-run-1-passing-1","checkpoint":"finish","#
                + #""at":1796000002001000,"uncertainty":0,"method":"sensor"}"#)
        #expect(
            json[17] == #"{"type":"closeSession","commandId":"close-demo-s0-7","#
                + #""track":"brands-hatch","session":"demo-s0-7","at":1796000042001001}"#)
    }

    @Test("another replay keeps tracks and runners, and makes sessions, runs and splits anew")
    func identifiers() {
        func ids(_ id: String, _ types: [String]) -> Set<String> {
            let steps = ReplayPlan(Self.recording, id: id, speed: 1, now: Self.now).steps
            return Set(
                steps.map(\.action.command).filter { command in
                    types.contains { command["type"] == .text($0) }
                }.compactMap { if case .text(let id)? = $0["commandId"] { id } else { nil } })
        }
        let kept = ["createTrack", "registerRunner"]
        let new = [
            "createSession", "enterRunner", "createStart", "startRun", "editSession",
            "recordSplit", "closeSession",
        ]
        #expect(ids("one", kept) == ids("two", kept))
        #expect(ids("one", new).isDisjoint(with: ids("two", new)))
        #expect(ids("one", new) == ids("one", new))
        let long = String(repeating: "long", count: 16)
        #expect(ids(long, kept + new).count == plan(Self.recording, speed: 1).steps.count)
        #expect(ids(long, kept + new).allSatisfy { (1...64).contains($0.utf8.count) })
    }
}
