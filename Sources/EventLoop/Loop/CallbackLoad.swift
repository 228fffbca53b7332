/// What the loop's callbacks took of their thread's processor time.
///
/// A callback is what libuv or libwebsockets calls and nothing else on the loop can interrupt; one that
/// takes long holds up every other. Time in which the thread did not run is not counted: that is the
/// machine's load and not the callback's.
public struct CallbackLoad: Equatable, Sendable {
    /// What a callback may take. More than this is slow.
    public static let limit = Duration.milliseconds(5)

    /// All callbacks since the loop was made.
    public internal(set) var count = 0
    /// Those of them that took more than `limit`.
    public internal(set) var slow = 0
    /// The most that one took since this was last asked for.
    public internal(set) var longest = Duration.zero

    public init() {}

    /// Of several loops together.
    public mutating func add(_ other: CallbackLoad) {
        count += other.count
        slow += other.slow
        longest = max(longest, other.longest)
    }
}
