import EventLoop
import Journal
import SplitCore
import TimingWire

/// Owns all timing state: the rooms of the tracks and the registry of runners. Commands come in here,
/// are decided and applied at once, go to the journal, and are answered when they are durable.
///
/// Everything runs on the loop's thread. The journal's thread reaches it through the mailbox alone.
final class Hub {
    let clock: ServerClock
    let settings: Settings
    let journal: Journal
    let reader: Reader
    /// Finds what commands name that is not in memory; nothing that takes long is before them.
    let lookups: Reader
    /// Finds the runs that corrections of old ones touch.
    let archive: Reader
    let log: Log
    /// Another one at each start.
    let serverID: String
    let tokens: AccessTokens
    unowned let loop: EventLoop

    var registry: RunnerRegistry
    var registryLog: DurableLog
    var rooms: [TrackID: Room]
    /// Of this turn of the loop.
    var applied = Applied()
    /// What the journal has come to and those who wait have not been told of yet. Telling is a call of
    /// the system for each of them.
    private(set) lazy var untold = TurnQueue<Applied.Mark>(
        atOnce: 64, defer: { [unowned loop] in loop.defer($0) },
        serve: { $0.log.committed(through: $0.seq) })
    var storage = Storage.healthy
    var recovery = Recovery.none
    /// Where the clients are: one for each loop, this one's first. Set once, before the loop runs.
    var stands: [LoopReference<Stand>] = []
    /// Whether the loops are ending; then the other ones may not answer any more.
    var isStopping = false
    /// Those of whom something has to be known.
    var clients: [ClientID: Client] = [:]
    var devices: Devices
    let boardCompressor: BoardCompressor
    /// By source, while one of its commands waits for the archive: those that came after it.
    var queues: [Sender.Source: ArraySlice<PendingCommand>] = [:]
    /// The last one that was served.
    var beat: Beat
    /// Runs while anyone watches a board.
    var beatTimer: LoopTimer?
    var statistics = HubStatistics()

    enum Storage {
        case healthy
        /// Since when the disk has been at one commit; commands are taken, and wait for it.
        case slow(since: Timestamp)
        /// Since when the disk takes nothing; commands are refused.
        case failing(since: Timestamp, reason: String)
    }

    /// What is done about a disk that took nothing for so long that events were given up.
    enum Recovery {
        case none
        /// The state is being read anew; what is in memory was given up in part.
        case reading
        /// The state is what is on disk. Commands are taken once the disk has taken something.
        case probing
    }

    init(
        settings: Settings, clock: ServerClock, journal: Journal, reader: Reader,
        lookups: Reader, archive: Reader, log: Log, loop: EventLoop, tokens: AccessTokens,
        loaded: LoadedState
    ) {
        self.settings = settings
        self.clock = clock
        self.journal = journal
        self.reader = reader
        self.lookups = lookups
        self.archive = archive
        self.log = log
        self.loop = loop
        self.tokens = tokens
        devices = Devices(limit: settings.maximumDevices)
        boardCompressor = BoardCompressor(loop.mailbox)
        beat = Beat(at: clock.now)
        serverID = DeviceID.unique(at: clock.now).text
        registry = loaded.registry
        registryLog = loaded.registryHead.map { DurableLog($0) } ?? Self.newLog("")
        rooms = loaded.tracks.reduce(into: [:]) { rooms, track in
            rooms[track.state.id] = track.room()
        }
        for room in rooms.values { restartBoard(of: room) }
        startArchiving()
        startWatchingDisk()
    }

    /// A log that nothing is in yet.
    static func newLog(_ name: String) -> DurableLog {
        DurableLog(name: name, epoch: LogEpoch.unique())
    }

    var boardLimits: BoardLimits {
        BoardLimits(endedRuns: settings.keptRuns, splits: settings.keptSplits)
    }

    /// What is said across every board.
    var banner: BoardBanner? {
        switch storage {
        case .healthy: nil
        case .slow(let since): BoardBanner(kind: .storageSlow, since: since)
        case .failing(let since, _): BoardBanner(kind: .storageUnavailable, since: since)
        }
    }

    func restartBoard(of room: Room) {
        _ = room.state.takeChanges()
        room.summary = room.currentSummary
        room.broadcast.restart(
            room.state, epoch: room.log.epoch, names: registry, limits: boardLimits)
    }
}

/// Counters for `/metrics`.
struct HubStatistics {
    var commands = 0
    var refusals = 0
    var events = 0
    var consultations = 0
}

extension Duration {
    /// The same span in whole microseconds.
    var span: TimeSpan {
        let (seconds, attoseconds) = components
        return .microseconds(seconds * 1_000_000 + attoseconds / 1_000_000_000_000)
    }
}

extension CommandDigest {
    /// From its digits, as the journal keeps them.
    init?(_ digits: [UInt8]) { self.init(String(decoding: digits, as: UTF8.self)) }
}
