import SplitCore

/// A track that tests send commands to, through `decide` and `evolve` as the server does.
struct TestTrack {
    private(set) var state: TrackState
    private(set) var log: [LoggedEvent] = []
    var role = Role.control
    var device: DeviceID?
    /// The server's time.
    var now = Timestamp(microseconds: 1_900_000_000_000_000)
    private var commands = 0

    init(id: String = "hill") {
        state = TrackState(id: TrackID(id)!)
    }

    @discardableResult
    mutating func send(_ command: Command) throws(TimingError) -> [Event] {
        commands += 1
        let origin = Origin(
            command: CommandID("c\(commands)")!, role: role, device: device, receivedAt: now)
        let events = try state.decide(command, from: origin)
        for event in events {
            let logged = LoggedEvent(seq: state.seq + 1, origin: origin, event: event)
            log.append(logged)
            state.evolve(logged)
        }
        return events
    }

    func board(names: RunnerRegistry = .init()) -> Board {
        Board(of: state, epoch: "e", names: names)!
    }
}
