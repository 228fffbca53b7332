/// Spectators whose connections were cut all at once, on their way back.
struct Flood {
    /// When they were cut, by the load's own clock.
    let began: Int64
    /// The newest `seq` that anyone had had: who has less is not back yet.
    let seq: Int64
    /// Those that are not back.
    var away: Int
    /// What the server's process had used.
    let processor: Duration?
}
