import EventLoop
import SplitCore
import TimingWire

/// Everyone at the other end of a WebSocket of one loop: takes in what they say, and sends them what they
/// watch.
///
/// What is true of a track is the hub's affair, on the first loop. A stand has the last board that the hub
/// showed it, and serves from that who joins and who is behind, without asking. Loop thread only.
final class Stand {
    /// Its place among the stands of the server.
    let number: Int
    unowned let loop: EventLoop
    let settings: Settings
    let clock: ServerClock
    let hub: LoopReference<Hub>
    var audiences: [TrackID: Audience] = [:]
    /// Peers with the role of race control, for what is told to them alone.
    var desks: [ConnectionID: Peer] = [:]
    /// Peers that watch several tracks.
    var watchersOfSeveral: [ConnectionID: Peer] = [:]
    /// Who was behind and takes frames again, and is sent its newest state soon.
    var laggards: [Subscriber] = []
    /// How often they were looked at.
    var laggardsLook = 0
    /// What begins with the next turn of the loop.
    var sweeps: [Sweep] = []
    /// Of the last one that was begun.
    var sweepNumber: UInt32 = 0
    /// Empty between slices.
    var slice = SweepSlice()
    var figures = StandFigures()
    private var newcomers = Newcomers()

    init(
        _ number: Int, on loop: EventLoop, settings: Settings, clock: ServerClock,
        hub: LoopReference<Hub>
    ) {
        self.number = number
        self.loop = loop
        self.settings = settings
        self.clock = clock
        self.hub = hub
    }

    func opened(_ connection: Connection) {
        let peer = Peer(connection, of: self)
        connection.context = peer
        figures.connections += 1
        newcomers.add(peer.id.connection, until: clock.now + settings.helloTimeout.span)
        if newcomers.count == 1 { awaitHello() }
    }

    func closed(_ connection: Connection) {
        guard let peer = connection.context as? Peer else { return }
        for subscriber in peer.subscribers { leave(subscriber) }
        peer.subscribers = []
        desks[peer.id.connection] = nil
        watchersOfSeveral[peer.id.connection] = nil
        figures.connections -= 1
        connection.context = nil
        let id = peer.id
        if peer.hasSpoken { hub.perform { $0.left(id) } }
    }

    /// Sends away who has not said hello in time; all have the same time for it.
    private func awaitHello() {
        guard let next = newcomers.deadline else { return }
        let wait = max(.zero, next - clock.now)
        loop.schedule(after: .microseconds(wait.microseconds)) { [weak self] in
            guard let self else { return }
            while let id = newcomers.popFirst(until: clock.now) {
                guard let peer = peer(id), !peer.hasSaidHello else { continue }
                peer.close(.helloTimeout, "no hello came in time")
            }
            awaitHello()
        }
    }

    /// What is to be known of it and its loop; the longest callback since this was last asked for.
    func takeFigures() -> StandFigures {
        var figures = figures
        figures.callbacks = loop.takeCallbackLoad()
        return figures
    }

    /// Someone whose connection is there.
    func peer(_ id: ConnectionID) -> Peer? {
        loop[id]?.context as? Peer
    }
}

/// What a stand has to do, and has done.
struct StandFigures: Sendable {
    var connections = 0
    var subscribers = 0
    var frames = 0
    var framesBehind = 0
    var catchUps = 0
    var snapshots = 0
    /// Frames that were left out as the one before was still on its way.
    var beatsMissed = 0
    /// Of its loop.
    var callbacks = CallbackLoad()

    /// What became of a frame.
    mutating func add(_ outcome: Connection.SendOutcome) {
        switch outcome {
        case .sent: frames += 1
        case .behind: framesBehind += 1
        case .gone: break
        }
    }

    mutating func add(_ other: StandFigures) {
        connections += other.connections
        subscribers += other.subscribers
        frames += other.frames
        framesBehind += other.framesBehind
        catchUps += other.catchUps
        snapshots += other.snapshots
        beatsMissed += other.beatsMissed
        callbacks.add(other.callbacks)
    }
}
