/// What one spectator of a load has had. Instants are of the load's own clock, in microseconds.
struct SpectatorRecord {
    /// Frames since the measuring began.
    private(set) var frames = 0
    /// The longest time between two of them, and from the beginning to the first.
    private(set) var longestGap: Int64 = 0
    private var latestFrame: Int64 = 0
    /// The `seq` of the board that it has; nil before the first.
    private(set) var seq: Int64?
    /// When it was cut off, until it has the board again.
    private(set) var cutAt: Int64?
    /// Connections begun since the last one that was open.
    private(set) var attempts = 0

    mutating func beginMeasuring(at now: Int64) {
        frames = 0
        longestGap = 0
        latestFrame = now
    }

    mutating func took(frameAt now: Int64) {
        frames += 1
        noteGap(until: now)
    }

    /// What has not come until the end counts as well.
    mutating func noteGap(until now: Int64) {
        longestGap = max(longestGap, now - latestFrame)
        latestFrame = now
    }

    mutating func took(boardOf seq: Int64) {
        self.seq = seq
    }

    mutating func wasCut(at now: Int64) {
        cutAt = now
    }

    /// It has the board again.
    mutating func isBack() {
        cutAt = nil
    }

    mutating func wasOpened() {
        attempts = 0
    }

    /// How long it waits at most before it connects again: twice as long after each that failed.
    mutating func longestWait(first: Int64) -> Int64 {
        let wait = min(30_000_000, first << Int64(min(attempts, 20)))
        attempts += 1
        return wait
    }
}
