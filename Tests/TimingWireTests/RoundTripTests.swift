import SplitCore
import Testing

@testable import TimingWire

/// Encoding and decoding is identity, for whatever the types can hold.
@Suite struct RoundTripTests {
    @Test("Every kind of command comes back as it was sent", arguments: 0..<100)
    func commands(seed: UInt64) throws {
        var random = Seeded(seed)
        var types: Set<CommandType> = []
        for body in random.commandBodies() {
            types.insert(body.type)
            let message = CommandMessage(
                commandID: random.id(), track: body.type == .registerRunner ? nil : random.id(),
                reason: random.maybe { $0.label() }, body: body)
            let bytes = JSONWriter.bytes { message.write(to: &$0) }
            let decoded = try ClientMessage(reading: bytes)
            #expect(decoded == .command(message), "seed \(seed)")
            #expect(try CommandMessage(reading: bytes) == message)
        }
        #expect(types == Set(CommandType.allCases))
    }

    @Test("Every other message of a client comes back as it was sent", arguments: 0..<50)
    func messages(seed: UInt64) throws {
        var random = Seeded(seed)
        let messages: [ClientMessage] = [
            .hello(
                Hello(
                    token: random.maybe { $0.label() }, device: random.maybe { $0.id() },
                    client: random.label())),
            .ping(t0: random.int(Int64.min...Int64.max)),
            .subscribe(
                Subscription(
                    id: random.id(), track: random.id(),
                    rate: FieldLimits.rates[random.count(0...6)], clock: random.choice(),
                    after: random.maybe { .init(epoch: $0.label(), seq: $0.int(0...Int64.max)) })),
            .unsubscribe(random.id(), track: random.id()),
            .deviceStatus(
                DeviceStatus(
                    offset: TimeSpan(microseconds: random.int(Int64.min...Int64.max)),
                    uncertainty: random.span(), unsent: random.count(0...99),
                    battery: random.maybe { $0.count(0...100) })),
        ]
        for message in messages {
            let bytes = JSONWriter.bytes { message.write(to: &$0) }
            #expect(try ClientMessage(reading: bytes) == message, "seed \(seed)")
        }
    }

    @Test("Every kind of event comes back from the log as it was", arguments: 0..<100)
    func events(seed: UInt64) throws {
        var random = Seeded(seed)
        var types: Set<EventType> = []
        for event in random.events() {
            types.insert(EventType(event))
            let reason = random.maybe { $0.label() }
            let decoded = try EventCodec.decode(EventCodec.encode(event, reason: reason))
            #expect(decoded.event == event, "seed \(seed)")
            #expect(decoded.reason == reason)
        }
        #expect(types == Set(EventType.allCases))
    }

    @Test("Runners come back from the registry's log as they were", arguments: 0..<50)
    func runners(seed: UInt64) throws {
        var random = Seeded(seed)
        let runner = random.runner()
        let decoded = try RunnerCodec.decode(RunnerCodec.encode(runner, reason: "typo"))
        #expect(decoded.runner == runner)
        #expect(decoded.reason == "typo")
    }
}

extension Seeded {
    fileprivate mutating func commandBodies() -> [CommandBody] {
        let commands: [Command] = [
            .createTrack(track()), .editTrack(trackEdit()), .createSession(id(), draft()),
            .editSession(id(), sessionEdit()), .closeSession(id(), at: at()),
            .enterRunner(entry()), .withdrawRunner(id(), session: maybe { $0.id() }),
            .createStart(id(), session: id(), at: at(), uncertainty: span()),
            .moveStart(id(), at: at(), uncertainty: span()), .startRun(id(), startRun()),
            .recordSplit(split()), .finishRun(id(), at: at()), .reopenRun(id()),
            .setStatus(id(), Status.settable[count(0...Status.settable.count - 1)]),
            .editRun(id(), runEdit()), .voidRun(id()), .restoreRun(id()), .acceptSplit(id()),
            .assignSplit(id(), assignment()), .voidSplit(id()), .restoreSplit(id()),
            .moveSplit(id(), at: at()), .shiftCaptures(shift()),
            .skipCheckpoint(id(), id(), lap: maybe { $0.count(0...9) }),
            .restoreCheckpoint(id(), id(), lap: maybe { $0.count(0...9) }),
        ]
        return commands.map(CommandBody.track)
            + [.startRunByName(id(), namedStart()), .registerRunner(runner())]
    }

    fileprivate mutating func events() -> [Event] {
        var capture = split()
        capture.device = maybe { $0.id() }
        let start = startRun()
        return [
            .trackCreated(track()), .trackEdited(trackEdit(), at: at()),
            .sessionCreated(id(), session()), .sessionEdited(id(), sessionEdit()),
            .sessionClosed(id(), at: at()), .runnerEntered(entry()), .runnerRenamed(id()),
            .runnerWithdrawn(id(), session: maybe { $0.id() }),
            .startCreated(
                StartCapture(
                    id: id(), session: id(), at: at(), uncertainty: span(),
                    device: maybe { $0.id() })),
            .startMoved(id(), at: at(), uncertainty: span()),
            .runStarted(
                RunCapture(
                    run: id(), runner: start.runner, number: start.number, session: start.session,
                    origin: start.origin, revision: start.revision, device: maybe { $0.id() })),
            .splitRecorded(capture),
            .finishRecorded(
                FinishCapture(id: id(), run: id(), at: at(), device: maybe { $0.id() })),
            .runReopened(id(), at: at()), .statusSet(id(), choice()), .runEdited(id(), runEdit()),
            .runVoided(id()), .runRestored(id()), .splitAccepted(id()),
            .splitAssigned(id(), assignment()), .splitVoided(id()), .splitRestored(id()),
            .splitMoved(id(), at: at()), .capturesShifted(shift()),
            .checkpointSkipped(id(), id(), lap: count(0...9)),
            .checkpointRestored(id(), id(), lap: count(0...9)),
        ]
    }
}
