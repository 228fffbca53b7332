import Synchronization

/// How many WebSockets may be open at once, over all loops that share it.
public final class ConnectionLimit: Sendable {
    private let most: Int
    private let open = Atomic(0)

    public init(_ most: Int) {
        self.most = most
    }

    var isReached: Bool { open.load(ordering: .relaxed) >= most }

    /// Counts one more. Answers false, and counts nothing, where there are so many already.
    func enter() -> Bool {
        if open.add(1, ordering: .relaxed).newValue <= most { return true }
        leave()
        return false
    }

    func leave() {
        open.subtract(1, ordering: .relaxed)
    }
}
